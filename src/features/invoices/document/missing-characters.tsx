import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { parseResponse } from "hono/client";
import { TriangleAlert } from "lucide-react";
import { useDeferredValue } from "react";
import { useWatch } from "react-hook-form";
import { api } from "#admin/session/api-client.ts";
import type { InvoiceFormValues } from "#features/invoices/form/invoice-form-values.ts";
import { missingCharactersMessage } from "#features/invoices/invoices.schema.ts";
import { writtenText } from "./invoice-document.ts";

/** The fonts have all Latin, Greek, and Cyrillic letters, so texts in these need no request to check. */
const uncertain = /[^\s\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0020-\u007e]/u;

/** The characters that the PDF can't show. Checked again before sending, so a failure here has no consequence. */
export function useMissingCharacters(text: string): string[] {
	// The same words in another order, or one more word that is already known, cause no new request.
	const words = [...new Set(text.split(/\s+/).filter((word) => uncertain.test(word)))].sort().join(" ");
	const { data } = useQuery({
		queryKey: ["missing-characters", words],
		queryFn: ({ signal }) =>
			parseResponse(api.api.invoices["missing-characters"].$post({ json: { text: words } }, { init: { signal } })),
		enabled: words !== "",
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
		meta: {},
	});
	return words === "" ? [] : (data?.characters ?? []);
}

/** The warning that the author reads before a client gets boxes. */
export function MissingCharacters({ characters, className }: { characters: string[]; className?: string }) {
	return (
		// When empty it takes up no space, but stays in the page, so that screen readers announce its text.
		<div role="status" className={clsx("empty:absolute print:hidden", className)}>
			{characters.length > 0 && (
				<p className="grid grid-cols-[auto_1fr] gap-x-2.5 rounded-md bg-status-yellow-bg px-4 py-3 text-status-yellow">
					<TriangleAlert aria-hidden className="mt-0.5 size-4" strokeWidth={1.75} />
					<span className="max-w-[90ch] text-pretty wrap-anywhere">{missingCharactersMessage(characters)}</span>
				</p>
			)}
		</div>
	);
}

/** The same for the contents of the form, while they are being typed. */
export function MissingCharactersTyped() {
	const values = useWatch<InvoiceFormValues>();
	const { client_name = "", client_email = "", client_company = "", client_address = "", client_phone = "" } = values;
	const items = (values.items ?? []).map(({ description = "" }) => ({ description }));
	const { terms = "" } = values;
	const text = writtenText({ client_name, client_email, client_company, client_address, client_phone, terms, items });
	return <MissingCharacters className="2xl:col-span-2" characters={useMissingCharacters(useDeferredValue(text))} />;
}
