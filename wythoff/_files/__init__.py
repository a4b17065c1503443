"""Files of any owner, written and read so that nothing is lost: whole or not at all, within bounds, under locks."""
