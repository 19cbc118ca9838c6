"""Tests of the rules cores, judged from outside."""
