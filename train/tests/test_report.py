"""The tables of lab/docs/results/nets.md are those of the journal."""
import unittest

import support  # noqa: F401
import report


class Report(unittest.TestCase):
    def test_tables(self):
        self.assertEqual(report.make(check=True), [])


if __name__ == "__main__":
    unittest.main()
