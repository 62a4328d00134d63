import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { Download, Trash2 } from "lucide-react";
import { useDeferredValue } from "react";
import type { z } from "zod";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { ApiError, api, authorizedFetch } from "#admin/session/api-client.ts";
import { saveFile } from "#admin/table/save-file.ts";
import { listed } from "#lib/text/text.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { Button } from "#ui/button.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { TextField } from "#ui/field.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { toast } from "#ui/toast.ts";
import { erasureLabel, erasureSchema, personSchema } from "./privacy.schema.ts";
import type { Erasure, previewErasure } from "./privacy.server.ts";

export const meta = () => unlistedMeta("Privacy");

export default function PrivacyScreen() {
	return (
		<>
			<div className="grid gap-1">
				<ScreenTitle className="md:leading-8.5">Privacy</ScreenTitle>
				<p className="max-w-read text-muted-foreground md:mt-0">
					Everything the site stores about one email address: bookings, inquiries, applications with resumes,
					submissions on hold, an account, invoices, and emails.
				</p>
			</div>
			<div className="mt-4 grid max-w-4xl items-start gap-4 lg:grid-cols-2">
				<ExportForm />
				<EraseForm />
			</div>
		</>
	);
}

const readPreview = (email: string) => parseResponse(api.api.privacy.preview.$post({ json: { email } }));

const panel = "grid content-start gap-4 rounded-lg border border-border bg-card p-5";

function ExportForm() {
	const { form, field, showRefusal } = useSchemaForm(personSchema, { email: "" });
	const { mutate, isPending } = useMutation({
		mutationFn: async (person: { email: string }) => {
			const { counts, kept_invoices } = await readPreview(person.email);
			if (kept_invoices === 0 && Object.values(counts).every((count) => count === 0)) return undefined;
			const response = await authorizedFetch("/api/privacy/export", {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(person),
			});
			return response.blob();
		},
		onSuccess: (archive, { email }) => {
			if (!archive) return toast({ title: "Nothing to Export", description: `Nothing is stored about ${email}.` });
			saveFile(archive, `${email.replaceAll(/[^A-Za-z0-9@._-]/g, "_")}.tar`);
			toast({
				title: "Exported",
				description: `Everything about ${email} is in the downloaded file.`,
				tone: "success",
			});
		},
		onError: showRefusal,
		meta: { failure: "Failed to export. Please try again." },
	});
	return (
		<form noValidate className={panel} onSubmit={form.handleSubmit((person) => mutate(person))}>
			<h2 className="font-semibold">Export</h2>
			<p className="text-muted-foreground">
				Downloads one archive for someone who asks what data you have about them: every record as JSON, plus the files
				they sent.
			</p>
			<TextField type="email" label="Email Address" autoComplete="off" {...field("email")} />
			<DeskButton type="submit" busy={isPending} className="justify-self-start" icon={Download}>
				Export
			</DeskButton>
		</form>
	);
}

function EraseForm() {
	const { form, field, showRefusal } = useSchemaForm(erasureSchema, { email: "", confirmation: "" });
	const { mutate, isPending, data, variables, reset } = useMutation({
		mutationFn: (json: z.output<typeof erasureSchema>) => parseResponse(api.api.privacy.erase.$post({ json })),
		onSuccess: () => form.reset(),
		onError: showRefusal,
		meta: {
			failure: (failure) => ({
				title: "Error",
				description:
					failure instanceof ApiError && failure.isFromServer ? failure.message : "Failed to erase. Please try again.",
			}),
		},
	});
	const person = personSchema.safeParse({ email: useDeferredValue(form.watch("email")) });
	const { data: preview } = useQuery({
		queryKey: ["privacy", "preview", person.data?.email],
		queryFn: () => readPreview(person.data?.email ?? ""),
		enabled: person.success,
		gcTime: 0,
	});
	/** The report is of the person before. */
	const onChange = () => reset();
	return (
		<form noValidate className={panel} onSubmit={form.handleSubmit((erasure) => mutate(erasure))}>
			<h2 className="font-semibold">Erase</h2>
			<p className="text-muted-foreground">
				Permanently deletes this data. Invoices are kept for your records, and their numbers will be listed here.
				Existing backups will contain the data until they're replaced.
			</p>
			<TextField type="email" label="Email Address to Erase" autoComplete="off" {...field("email", { onChange })} />
			<div role="status" className="empty:-mt-4">
				{preview && !data && <ErasurePreview preview={preview} />}
			</div>
			<TextField label="Repeat the Email Address" autoComplete="off" {...field("confirmation", { onChange })} />
			<Button type="submit" size="dense" variant="destructive" busy={isPending} className="justify-self-start">
				<Trash2 aria-hidden className="size-4" strokeWidth={1.75} />
				Erase Permanently
			</Button>
			<div role="status" className="empty:-mt-4">
				{data && <ErasureReport erasure={data} email={variables.email} />}
			</div>
		</form>
	);
}

const callsAheadText = (ahead: number) =>
	ahead === 1
		? "This person has an upcoming call. It will be erased, too, and no one will get an email about it."
		: `This person has ${ahead} upcoming calls. They will be erased, too, and no one will get an email about them.`;

type Preview = Awaited<ReturnType<typeof previewErasure>>;

/** What would be deleted, before it is. */
function ErasurePreview({ preview: { counts, kept_invoices, related, calls_ahead, is_admin } }: { preview: Preview }) {
	const found = Object.entries(counts).filter(([, count]) => count > 0);
	return (
		<div className="grid gap-2 rounded-md bg-secondary px-4 py-3">
			<p className="font-semibold">{found.length > 0 ? "Will be erased" : "No records or emails from this address"}</p>
			{found.length > 0 && <Counts counts={found} />}
			{kept_invoices > 0 && (
				<p>
					{kept_invoices === 1
						? "1 invoice will be kept for your records."
						: `${kept_invoices} invoices will be kept for your records.`}
				</p>
			)}
			{related && (
				<p className="wrap-anywhere">
					Also stored, about other addresses of the same mailbox: {listed(related)}. Erase each of them, too.
				</p>
			)}
			{calls_ahead > 0 && <p className="font-semibold text-destructive">{callsAheadText(calls_ahead)}</p>}
			{is_admin && (
				<p className="font-semibold text-destructive">
					This address belongs to an admin. Remove the admin role on the Users screen first.
				</p>
			)}
		</div>
	);
}

function Counts({ counts }: { counts: [string, number][] }) {
	return (
		<dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
			{counts.map(([kind, count]) => (
				<div key={kind} className="contents">
					<dt className="text-muted-foreground">{erasureLabel(kind)}</dt>
					<dd className="text-right tabular-nums">{count}</dd>
				</div>
			))}
		</dl>
	);
}

function ErasureReport({
	erasure: { account, kept_invoices, note, ...erased },
	email,
}: {
	erasure: Omit<Erasure, "counts">;
	email: string;
}) {
	const counts = Object.entries<number>({ ...erased, accounts: account ? 1 : 0 }).filter(([, count]) => count > 0);
	return (
		<div className="grid gap-2 border-border border-t pt-4">
			<p className="font-semibold wrap-anywhere">
				{counts.length > 0 ? `Erased: ${email}` : `Nothing was stored about ${email}`}
			</p>
			<Counts counts={counts} />
			{kept_invoices.length > 0 && <p>Invoices kept: {kept_invoices.join(", ")}</p>}
			{note && <p>{note}</p>}
		</div>
	);
}
