"""The benchmark: `python -m tests.bench` prints ratios to other libraries, all measured in one run. No test times anything."""
