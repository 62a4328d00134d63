import type { RecordDefinition } from "#lib/record.ts";
import type { InboundMail } from "./inbound.table.ts";

export const inboundMailRecord = {
	table: "inbound_mails",
	kind: "inbound-mail",
	area: "record",
	label: "Received Email",
	noun: "email",
	path: () => "/admin/mail",
	orderedBy: "at",
	live: { dated: true },
} as const satisfies RecordDefinition<InboundMail>;
