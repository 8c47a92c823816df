"""Playtests: recorded play read afterwards. Where did the hand stop, where did the board stick?"""
