"""The occultist of Lovecraft Letter."""
