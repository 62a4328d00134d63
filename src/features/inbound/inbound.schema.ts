/** Where a message came from, and what was done with it. */
export const inboundSources = ["imap", "webhook", "folder"] as const;
export const inboundOutcomes = ["thread", "new", "held", "bounce", "ignored"] as const;
