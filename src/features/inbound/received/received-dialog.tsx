import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useDeferredValue, useState } from "react";
import { Link } from "react-router";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { Fact, Facts } from "#admin/record/record-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import type { ThreadOf } from "#features/threads/desk/conversation-query.ts";
import { threadTables } from "#features/threads/threads.schema.ts";
import { searchedLength } from "#lib/text/text.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { recordOf, recordOfKind } from "#records.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { DialogBody, DialogCancel, DialogFooter } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { type InboundRow, outcomeLabels, outcomeTones, reasonText, takeIn } from "./inbound.list.ts";

type Into = ThreadOf;

/** A received message, what was done with it, and where else it can be moved. */
export function ReceivedDialog({ row, onClose }: { row: InboundRow; onClose: () => void }) {
	const [into, setInto] = useState<Into | null>(null);
	const taking = useMutation({
		mutationFn: () => takeIn(row.id, into),
		onSuccess: () => toast({ title: "Email Added", tone: "success" }),
		meta: { failure: "Failed to add the email. Please try again." },
	});
	const place = row.record_table && row.record_id && recordOf(row.record_table)?.path(row.record_id);
	const isUnreadable = row.reason === "unreadable";
	const mayGo = row.outcome !== "thread" && !isUnreadable;
	return (
		<OpenDialog title={row.subject || "No subject"} onClose={onClose}>
			<DialogBody className="grid content-start gap-5">
				<Facts>
					<Fact label="From">
						{row.from?.name && <span className="font-semibold">{row.from.name}</span>}
						{row.from?.address ?? "No sender"}
					</Fact>
					<Fact label="Received">{formatMoment(row.at)}</Fact>
					<Fact label="Outcome">
						<StatusBadge tone={outcomeTones[row.status]}>{outcomeLabels[row.status]}</StatusBadge>
						<span className="text-muted-foreground">{reasonText(row.reason)}</span>
						{place && (
							<Link to={place} className="underline underline-offset-2">
								Open the conversation
							</Link>
						)}
					</Fact>
				</Facts>
				{isUnreadable && (
					<p>
						This email couldn't be read, so it can't be added. Open it in your mailbox, or ask the sender to send it
						again. The original is kept: The person who runs your server can give it to you.
					</p>
				)}
				{mayGo && <PlaceField into={into} onChange={setInto} mayBeNew={row.outcome !== "new"} />}
			</DialogBody>
			<DialogFooter>
				<DialogCancel>Close</DialogCancel>
				{mayGo && (
					<Button busy={taking.isPending} disabled={row.outcome === "new" && !into} onClick={() => taking.mutate()}>
						Take In
					</Button>
				)}
			</DialogFooter>
		</OpenDialog>
	);
}

const shortestQuery = 2;

/** Where a message should go: into a new inquiry, or into the conversation of a record that staff search for. */
function PlaceField({
	into,
	onChange,
	mayBeNew,
}: {
	into: Into | null;
	onChange(into: Into | null): void;
	mayBeNew: boolean;
}) {
	const [text, setText] = useState("");
	const q = useDeferredValue(text.trim());
	const { data } = useQuery({
		queryKey: ["take-in-search", q],
		queryFn: ({ signal }) => parseResponse(api.api.search.$get({ query: { q } }, { init: { signal } })),
		enabled: searchedLength(q) >= shortestQuery,
	});
	const found = (data?.found ?? []).flatMap((each) => {
		const table = threadTables.find((one) => one === recordOfKind(each.kind)?.table);
		return table ? [{ ...each, table }] : [];
	});
	return (
		<fieldset className="grid gap-2">
			<legend className="mb-1 font-semibold">Where should this email go?</legend>
			{mayBeNew && <Choice label="A new inquiry" checked={into === null} onSelect={() => onChange(null)} />}
			<TextField
				label="Or an Existing Conversation"
				type="search"
				placeholder="Search by name or email address"
				value={text}
				onChange={(event) => setText(event.target.value)}
			/>
			{found.map(({ id, table, title, detail }) => (
				<Choice
					key={id}
					label={`${recordOf(table)?.label}: ${title}${detail ? `, ${detail}` : ""}`}
					checked={into?.id === id}
					onSelect={() => onChange({ table, id })}
				/>
			))}
		</fieldset>
	);
}

function Choice({ label, checked, onSelect }: { label: string; checked: boolean; onSelect(): void }) {
	return (
		<label className="flex min-h-8 items-center gap-2 [overflow-wrap:anywhere] max-md:min-h-11">
			<input type="radio" name="take-in" checked={checked} onChange={onSelect} />
			{label}
		</label>
	);
}
