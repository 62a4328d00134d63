import { useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { type ChangeEvent, useDeferredValue, useEffect, useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { fieldsOf } from "#admin/editing/schema-form.ts";
import { api } from "#admin/session/api-client.ts";
import type { KnownClient } from "#features/invoices/clients/clients.server.ts";
import { clientFields } from "#features/invoices/document/invoice-document.ts";
import { invoiceInputSchema, leastOfClient } from "#features/invoices/invoices.schema.ts";
import { TextArea, TextField } from "#ui/field.tsx";
import type { InvoiceFormValues } from "./invoice-form-values.ts";

/** Whom the invoice is for. Clients of earlier invoices and bookings are proposed, and the rest of one is filled in. */
export function ClientFields({ autoFocus }: { autoFocus: boolean }) {
	const form = useFormContext<InvoiceFormValues>();
	const field = fieldsOf(form, invoiceInputSchema);
	const [typed, setTyped] = useState<Typed>();
	const [filled, setFilled] = useState("");
	const clients = useKnownClients(useDeferredValue(typed?.value ?? ""));
	const id = useId();
	const name = useWatch<InvoiceFormValues, "client_name">({ name: "client_name" });

	const chosen = typed && theOne(clients, typed);
	const { getValues, setValue } = form;
	useEffect(() => {
		if (!chosen) return;
		// What has been typed by hand stays.
		const empty = clientFields.filter((each) => chosen[each] && !getValues(each));
		for (const each of empty) setValue(each, chosen[each] ?? "", { shouldDirty: true });
		if (empty.length > 0) setFilled(`${chosen.client_name}'s details have been filled in.`);
	}, [chosen, getValues, setValue]);

	const completing = (by: Typed["by"]) => ({
		onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped({ by, value: event.target.value.trim() }),
	});

	return (
		<>
			<TextField
				label="Client Name"
				autoComplete="off"
				autoFocus={autoFocus}
				list={`${id}names`}
				{...field("client_name", completing("client_name"))}
			/>
			<TextField
				type="email"
				label="Client Email"
				autoComplete="off"
				list={`${id}emails`}
				{...field("client_email", completing("client_email"))}
			/>
			<TextField label="Company" {...field("client_company")} />
			<TextField type="tel" label="Phone" {...field("client_phone")} />
			<TextArea rows={3} label="Address" className="sm:col-span-2" {...field("client_address")} />
			<datalist id={`${id}names`}>
				{clients.map((client) => (
					<option key={client.client_email} value={client.client_name}>
						{client.client_company ?? client.client_email}
					</option>
				))}
			</datalist>
			<datalist id={`${id}emails`}>
				{clients.map((client) => (
					<option key={client.client_email} value={client.client_email}>
						{client.client_name}
					</option>
				))}
			</datalist>
			<p role="status" className="text-muted-foreground text-xs empty:absolute sm:col-span-2">
				{name && filled}
			</p>
		</>
	);
}

type Typed = { by: "client_name" | "client_email"; value: string };

/** The client whose name or address has been typed. Two people may have the same name; then the address decides. */
function theOne(clients: readonly KnownClient[], { by, value }: Typed): KnownClient | undefined {
	const same = clients.filter((client) => client[by].toLowerCase() === value.toLowerCase());
	return same.length === 1 ? same[0] : undefined;
}

function useKnownClients(q: string): KnownClient[] {
	const { data } = useQuery({
		queryKey: ["invoices", "clients", q.toLowerCase()],
		queryFn: ({ signal }) => parseResponse(api.api.invoices.clients.$get({ query: { q } }, { init: { signal } })),
		enabled: q.length >= leastOfClient,
		placeholderData: (before) => before,
		staleTime: 60_000,
		retry: false,
		meta: {},
	});
	return q.length >= leastOfClient ? (data?.clients ?? []) : [];
}
