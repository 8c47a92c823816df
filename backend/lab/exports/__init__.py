"""Figures as long tables, for spreadsheets and data frames: CSV, Parquet, JSON."""
