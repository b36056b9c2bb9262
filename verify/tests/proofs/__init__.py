"""Proof files for the tests: a second reader, small files, mutants."""
