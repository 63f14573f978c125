"""Generated from the route table."""
