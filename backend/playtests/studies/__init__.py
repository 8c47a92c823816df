"""Studies: what is asked for, checked; who plays what; what is tested. No writes."""
