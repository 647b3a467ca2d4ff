"""What the card-counter of Love Letter and the occultist of Lovecraft Letter share."""
