"""Studies: what is asked for, checked; who plays what; what has come of it. No writes."""
