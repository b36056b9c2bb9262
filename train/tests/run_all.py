"""Runs every test_*.py of this folder and ends with `N passed, M failed`."""
import os
import sys
import unittest

here = os.path.dirname(os.path.abspath(__file__))
result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(unittest.defaultTestLoader.discover(here))
bad = len({str(test) for test, _ in result.failures + result.errors})
print("%d passed, %d failed" % (result.testsRun - bad, bad))
sys.exit(1 if bad or not result.testsRun else 0)
