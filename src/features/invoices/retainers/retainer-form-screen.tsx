import { useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useVersionedSave } from "#admin/editing/versioned-save.tsx";
import { ApiError, api } from "#admin/session/api-client.ts";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { RecordMails } from "#features/mails/record-mails.tsx";
import { RecordHistory } from "#features/people/person-history.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { EndButton, PauseButton } from "./retainer-actions.tsx";
import { RetainerForm } from "./retainer-form.tsx";
import { RetainerInvoices } from "./retainer-invoices.tsx";
import { cacheRetainer, failureToast, isGone, type OpenRetainer, retainerQuery } from "./retainer-queries.ts";
import { loadFailure, retainersPath } from "./retainers.list.ts";
import type { PresentedRetainer } from "./retainers.record.server.ts";
import type { RetainerInput } from "./retainers.schema.ts";

export const meta = () => unlistedMeta("Retainer");

/** The screens /admin/invoices/retainers/new and /admin/invoices/retainers/{id}. */
export default function RetainerFormScreen() {
	const { id } = useParams();
	return id ? <KnownRetainer key={id} id={id} /> : <RetainerEditor />;
}

function KnownRetainer({ id }: { id: string }) {
	const { data, error, isFetchedAfterMount, refetch } = useQuery(retainerQuery(id));
	if (error && isGone(error)) return <p>This retainer doesn't exist, or someone has deleted it.</p>;
	if (error && !data) return <LoadFailure text={loadFailure} onRetry={() => void refetch()} />;
	// What an earlier visit left in the cache may be outdated, and the form does not follow later answers.
	if (!data || !isFetchedAfterMount) return <Skeleton className="h-96 max-w-4xl rounded-md" />;
	return (
		<>
			<RetainerEditor retainer={data} />
			<div className="mt-4 grid max-w-4xl gap-4">
				<RetainerInvoices occurrences={data.occurrences} />
				<RecordMails table="retainers" id={id} heading="h2" />
				<RecordHistory table="retainers" id={id} email={data.client_email} />
			</div>
		</>
	);
}

function RetainerEditor({ retainer }: { retainer?: OpenRetainer }) {
	const saved = useRef(false);
	const navigate = useNavigate();
	/** The data that the form is filled from. */
	const [source, setSource] = useState<PresentedRetainer | undefined>(retainer);
	function leave(): void {
		saved.current = true;
		void navigate(retainersPath);
	}

	const [refused, setRefused] = useState<Record<string, string>>({});
	const { isSaving, save, conflictDialog } = useVersionedSave<RetainerInput, PresentedRetainer>({
		subject: "retainer",
		initial: source,
		isWhole: true,
		create: async (input, named, request) =>
			store((await parseResponse(api.api.retainers.$post({ json: { ...input, ...named } }, request))).retainer),
		change: async (input, _touched, { id, ...named }, request) => {
			const json = { ...input, ...named };
			return store((await parseResponse(api.api.retainers[":id"].$put({ param: { id }, json }, request))).retainer);
		},
		onSaved({ name }) {
			toast({ title: retainer ? "Retainer Updated" : "Retainer Created", description: name, tone: "success" });
			leave();
		},
		onTheirs: setSource,
		onRefused: (error) => setRefused(error instanceof ApiError ? error.fields : {}),
		failure: failureToast("Failed to save retainer. Please try again."),
	});
	return (
		<>
			<RetainerForm
				// The other person's version fills the form again.
				key={source?.version}
				source={source}
				retainer={retainer}
				actions={
					retainer && (
						<>
							<PauseButton retainer={retainer} />
							<EndButton retainer={retainer} onDeleted={leave} />
						</>
					)
				}
				saving={isSaving}
				refused={refused}
				isSaved={() => saved.current}
				onSubmit={save}
			/>
			{conflictDialog}
		</>
	);
}

function store(retainer: OpenRetainer): PresentedRetainer {
	cacheRetainer(retainer);
	return retainer;
}
