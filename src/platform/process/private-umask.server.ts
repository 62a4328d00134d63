// The first import of the server and of every command that works on a site's data: what they write is for their own
// user only, whatever umask they were started with (docs/decisions/034).
process.umask(0o077);
