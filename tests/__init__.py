"""The tests: printed examples, brute force, and slow references that share no code with the library."""
