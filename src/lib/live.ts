/** A row that was inserted or updated, as the server's list endpoints present it, or one that is gone. */
export type LiveChange<Row extends { id: string } = { id: string }> =
	| { table: string; operation: "insert" | "update"; row: Row }
	| { table: string; operation: "delete"; id: string };

/**
 * Events of the live stream: `ready` once it listens, `changes` with a list of LiveChange,
 * `gap` when the server itself may have missed something and every screen has to catch up, `presence` with who is looking
 * at a record.
 */
export type LiveEvent = "ready" | "changes" | "gap" | "presence";
