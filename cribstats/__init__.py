"""Exact answers to cribbage."""
