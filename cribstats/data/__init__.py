"""What is shipped: strategies, and the manifest that tells what made them."""
