"""The tests: judged from outside, by printed examples, by brute force and by slow references that share no code with the library."""
