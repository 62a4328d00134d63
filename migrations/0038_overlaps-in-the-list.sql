-- The list of bookings finds them in its own statement, which is planned once for all rows.
DROP FUNCTION call_overlaps(uuid, timestamptz, timestamptz, text, text);
