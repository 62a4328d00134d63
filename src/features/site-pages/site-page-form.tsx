import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { ArrowRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { QuestionDialog } from "#admin/editing/question-dialog.tsx";
import { UnsavedChangesGuard } from "#admin/editing/unsaved-changes.tsx";
import { StretchText, stretchesOf } from "#admin/editing/word-difference.tsx";
import { ApiError, api, isConflict } from "#admin/session/api-client.ts";
import { formatMoment } from "#lib/time/dates.ts";
import type { FieldValue } from "#site/content/fields.ts";
import { isPicture } from "#site/content/values/picture-value.ts";
import { ButtonLink, DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { DialogBody } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { PictureThumbnail } from "./picture-field.tsx";
import { SiteFieldControl } from "./site-field.tsx";
import type { PresentedPage } from "./site-pages.server.ts";
import { draftValue, keepPage, namesOf, publishedValue, type SiteField, valueText } from "./site-queries.ts";
import { useSiteDraft } from "./use-site-draft.ts";

/** The texts of one page. They save themselves as a draft, and are public once they are published. */
export function SitePageForm({ page }: { page: PresentedPage }) {
	const draft = useSiteDraft(page);
	const [dialog, setDialog] = useState<"publish" | "discard" | "versions">();
	const close = () => {
		isWaiting.current = false;
		setDialog(undefined);
	};
	const isUnsaved = Object.keys(draft.typed).length > 0;
	useFoundField();

	const isWaiting = useRef(false);
	const {
		mutate: publish,
		isPending: isPublishing,
		failureCount,
	} = useMutation({
		mutationFn: ({ number, version }: { number?: number; version: number }) =>
			parseResponse(
				api.api.site[":page"].publish.$post({
					param: { page: page.page },
					json: { number, expected_version: version },
				}),
			),
		// Until the pictures have been prepared, or whoever waits for them has had enough.
		retry: (failures, error) => isWaiting.current && isPending(error) && failures < longestWaitSeconds,
		retryDelay: 1000,
		onMutate() {
			isWaiting.current = true;
		},
		onSuccess(answer) {
			const saved = answer as PresentedPage;
			keepPage(saved);
			close();
			toast({
				title: "Published",
				description: `${saved.label} is on the website.`,
				tone: "success",
				action: { label: "Undo", onSelect: () => publish({ number: page.number, version: saved.version }) },
				link: { label: "View Page", href: saved.path },
			});
		},
		onError(error) {
			if (isConflict(error)) keepPage(error.current as PresentedPage);
			else if (error instanceof ApiError) draft.refuse(error.fields);
			close();
		},
		meta: { failure: failureText },
	});
	const { mutate: discard } = useMutation({
		mutationFn: () =>
			parseResponse(
				api.api.site[":page"].discard.$post({ param: { page: page.page }, json: { expected_version: page.version } }),
			),
		onSuccess: (saved) => keepPage(saved as PresentedPage),
		onSettled: close,
		meta: { failure: failureText },
	});

	return (
		<div className="grid gap-5">
			{/* Whether what is typed is saved stays in sight. */}
			<div className="sticky top-12 z-25 flex items-center gap-2 border-border border-b bg-background py-2">
				<div className="mr-auto min-w-0">
					<h2 className="font-semibold text-lg">{page.label}</h2>
					<p role="status" className="min-h-5 text-muted-foreground text-xs">
						{statusText(page, draft, isUnsaved)}
					</p>
				</div>
				<PrimaryButton disabled={!page.draft || isUnsaved} onClick={() => setDialog("publish")}>
					Publish
				</PrimaryButton>
			</div>
			<div className="-mt-2 flex flex-wrap gap-2">
				<ButtonLink to={page.path} reloadDocument>
					View Page
				</ButtonLink>
				<DeskButton onClick={() => setDialog("versions")}>Earlier Versions</DeskButton>
				{page.draft && <DeskButton onClick={() => setDialog("discard")}>Discard Draft</DeskButton>}
			</div>
			{page.page === "firm" && (
				<p>
					These hours are only shown. When calls can be booked is set under{" "}
					<a className="underline" href="/admin/bookings/hours">
						Call Hours
					</a>
					. Everything here also appears in emails and on invoices.
				</p>
			)}
			{sectionsOf(page.fields).map(([section, fields]) => (
				<section key={section} className="grid gap-4 rounded-lg border border-border bg-card p-5">
					{section && <h3 className="font-semibold">{section}</h3>}
					{fields.map((field) => {
						const { name, original } = field;
						const typed = draft.typed[name];
						const value = typed ? (typed.value ?? original) : draftValue(page, field);
						return (
							<SiteFieldControl
								key={name}
								page={page.page}
								version={page.version}
								field={field}
								value={value}
								isOriginal={JSON.stringify(value) === JSON.stringify(original)}
								error={draft.errors[name]}
								theirs={draft.conflicts[name]?.theirs}
								onType={(next) => draft.type(name, next)}
								onReset={() => draft.type(name, null)}
								onKeepMine={() => void draft.keepMine(name)}
								onUseTheirs={() => void draft.takeTheirs(name)}
							/>
						);
					})}
				</section>
			))}
			{dialog === "publish" && (
				<QuestionDialog
					title={`Publish ${page.label}?`}
					size="md"
					onClose={close}
					answers={
						<>
							<DeskButton data-safe onClick={close}>
								Cancel
							</DeskButton>
							<PrimaryButton busy={isPublishing} onClick={() => publish({ version: page.version })}>
								Publish
							</PrimaryButton>
						</>
					}
				>
					<Difference
						page={page}
						before={(field) => publishedValue(page, field)}
						after={(field) => draftValue(page, field)}
					/>
					<p role="status" className="mt-3 text-muted-foreground empty:hidden">
						{isPublishing && failureCount > 0 && "This is published as soon as the pictures have been prepared."}
					</p>
				</QuestionDialog>
			)}
			{dialog === "discard" && (
				<QuestionDialog
					title="Discard This Draft?"
					onClose={close}
					answers={
						<>
							<DeskButton data-safe onClick={close}>
								Keep
							</DeskButton>
							<PrimaryButton onClick={() => discard()}>Discard</PrimaryButton>
						</>
					}
				>
					What has been written on this page since it was last published will be gone.
				</QuestionDialog>
			)}
			{dialog === "versions" && (
				<OpenDialog title="Earlier Versions" size="md" onClose={close}>
					<DialogBody>
						<Versions page={page} onPublish={(number) => publish({ number, version: page.version })} />
					</DialogBody>
				</OpenDialog>
			)}
			<UnsavedChangesGuard warning="What you typed last isn't saved yet." unsaved={() => isUnsaved} />
		</div>
	);
}

const failureText = "That didn't work. Please try again.";

/** The largest picture takes a few seconds; there may be fifteen. */
const longestWaitSeconds = 180;
const isPending = (error: Error) => error instanceof ApiError && error.code === "pictures_pending";

function statusText(page: PresentedPage, draft: ReturnType<typeof useSiteDraft>, isUnsaved: boolean): string {
	if (draft.isLost) return "Not saved: We can't reach the server. What you typed is kept in this browser.";
	if (draft.isPending) return "Saving...";
	if (Object.keys(draft.errors).length > 0) return "Not saved: Please correct the marked texts.";
	if (Object.keys(draft.conflicts).length > 0) return "Not saved: Someone else has changed the same text.";
	if (isUnsaved) return "Unsaved changes";
	if (page.draft) return "Draft saved. Visitors see it once you publish it.";
	return page.published_at ? `Published ${formatMoment(page.published_at)}` : "These are the original texts.";
}

function sectionsOf(fields: readonly SiteField[]): [string, SiteField[]][] {
	return [...Map.groupBy(fields, (field) => namesOf(field).section)];
}

/** A hit of the search is scrolled to, and its control has the focus. */
function useFoundField(): void {
	const { hash, key } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the same text may be picked again
	useEffect(() => {
		const field = document.getElementById(decodeURIComponent(hash.slice(1)));
		field?.querySelector<HTMLElement>("input, textarea")?.focus();
		field?.scrollIntoView({ block: "center" });
	}, [hash, key]);
}

type DifferenceProps = {
	page: PresentedPage;
	before: (field: SiteField) => FieldValue;
	after: (field: SiteField) => FieldValue;
};

function Difference({ page, before, after }: DifferenceProps) {
	const changed = page.fields
		.map((field) => ({ field, from: before(field), to: after(field) }))
		.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
	if (changed.length === 0) return <p className="text-muted-foreground">Nothing differs.</p>;
	return (
		<dl className="grid gap-2.5">
			{changed.map(({ field, from, to }) => (
				<div key={field.name}>
					<dt className="font-semibold text-muted-foreground text-xs">
						{[namesOf(field).section, namesOf(field).label].filter(Boolean).join(", ")}
					</dt>
					<dd className="whitespace-pre-line wrap-anywhere">
						{isPicture(from) && isPicture(to) && (
							<span className="my-1 flex flex-wrap items-center gap-2">
								<PictureThumbnail field={field} value={from} />
								<ArrowRight aria-label="becomes" className="size-4" strokeWidth={1.75} />
								<PictureThumbnail field={field} value={to} />
							</span>
						)}
						{stretchesOf(valueText(from), valueText(to)).map((stretch, place) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text have no other identity
							<StretchText key={place} stretch={stretch} names={{ before: "Removed", after: "Added" }} />
						))}
					</dd>
				</div>
			))}
		</dl>
	);
}

function Versions({ page, onPublish }: { page: PresentedPage; onPublish: (number: number) => void }) {
	const { data, isError } = useQuery({
		queryKey: ["site", page.page, "versions", page.number],
		queryFn: async ({ signal }) =>
			(await parseResponse(api.api.site[":page"].versions.$get({ param: { page: page.page } }, { init: { signal } })))
				.versions,
	});
	if (isError) return <p role="alert">The versions couldn't be loaded. Close this and try again.</p>;
	if (!data) return <p>Loading...</p>;
	const originals = { number: 0, at: undefined, author: null, values: {} as Record<string, FieldValue> };
	return (
		<ol className="grid gap-5">
			{[...data, originals]
				.filter(({ number }) => number !== page.number)
				.map(({ number, at, author, values }) => (
					<li key={number} className="grid gap-2 border-border border-t pt-4 first:border-t-0 first:pt-0">
						<div className="flex flex-wrap items-center gap-2">
							<span className="mr-auto font-semibold">
								{at ? [formatMoment(at), author].filter(Boolean).join(", ") : "The original texts"}
							</span>
							<DeskButton onClick={() => onPublish(number)}>Publish This Version</DeskButton>
						</div>
						<Difference
							page={page}
							before={(field) => publishedValue(page, field)}
							after={({ name, original }) => (Object.hasOwn(values, name) ? (values[name] ?? null) : original)}
						/>
					</li>
				))}
		</ol>
	);
}
