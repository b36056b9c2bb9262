"""The experiments that experiments.py knows, by chapter."""
