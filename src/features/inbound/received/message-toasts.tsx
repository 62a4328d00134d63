import { useMemo } from "react";
import { type LiveListener, useLiveChanges } from "#admin/live/live.ts";
import { toast } from "#ui/toast.ts";

type Row = Record<string, unknown>;

/** An inquiry by email has a toast of its own; its first message, which comes with it, has none. */
const rememberMs = 10_000;
const cameBack = "The mail came back: ";

/** Shows toasts on every screen of the back office: for replies that arrive, and for emails that bounce. */
export function MessageToasts() {
	const listener = useMemo<LiveListener>(() => {
		const inquiries = new Map<string, number>();
		const returned = new Set<string>();
		return {
			table: undefined,
			onChanges(changes) {
				for (const change of changes) {
					if (change.operation === "delete") continue;
					const row: Row = change.row;
					if (change.table === "contact_inquiries" && change.operation === "insert" && row.source === "email") {
						inquiries.set(String(row.email).toLowerCase(), Date.now());
					}
				}
				for (const change of changes) {
					if (change.operation === "delete") continue;
					if (change.table === "thread_messages" && change.operation === "insert") tellOfMessage(change.row, inquiries);
					if (change.table === "mails") tellOfReturn(change.row, returned);
				}
			},
			// There is no toast for what arrived while someone was away; the lists show it.
			catchUp: () => Promise.resolve(),
		};
	}, []);
	useLiveChanges(listener);
	return null;
}

const quiet = ["automatic", "list", "staff_address"];

function tellOfMessage(row: Row, inquiries: Map<string, number>): void {
	const { from, flags, kind, subject, attachments } = row as {
		from: { name: string; address: string } | null;
		flags: string[];
		kind: string;
		subject: string;
		attachments: unknown[];
	};
	if (kind !== "received" || !from || flags.some((flag) => quiet.includes(flag))) return;
	const address = from.address.toLowerCase();
	const opened = inquiries.get(address) ?? 0;
	// Only the message that opened the inquiry: the next one is a reply.
	inquiries.delete(address);
	if (Date.now() - opened < rememberMs) return;
	const files = attachments.length > 0 ? ` (${attachments.length} ${attachments.length === 1 ? "file" : "files"})` : "";
	toast({ title: "New Reply!", description: `${from.name || from.address} has answered: ${subject}${files}` });
}

function tellOfReturn(row: Row, returned: Set<string>): void {
	const { id, recipient, status, last_error } = row as Record<
		"id" | "recipient" | "status" | "last_error",
		string | null
	>;
	if (!id || status !== "failed" || !last_error?.startsWith(cameBack) || returned.has(`${id} ${last_error}`)) return;
	returned.add(`${id} ${last_error}`);
	toast({
		title: "Mail Not Delivered",
		description: `${recipient}: ${last_error.slice(cameBack.length)}`,
		tone: "destructive",
	});
}
