#!/usr/bin/env bash
# The trainer's own tests, on the CPU.
exec "$(dirname "$0")/../../train/run_tests"
