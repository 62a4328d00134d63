import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { LoadFailure } from "#admin/table/load-failure.tsx";
import { useHasRoom, useIsWide } from "#admin/table/viewport.ts";
import { foldText } from "#lib/text/search-words.ts";
import { isPicture } from "#site/content/values/picture-value.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { serviceSlugs } from "#site/services/services.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { SitePageForm } from "./site-page-form.tsx";
import type { PresentedPage } from "./site-pages.server.ts";
import { SitePreview } from "./site-preview.tsx";
import { draftValue, loadFailure, namesOf, siteQuery, valueText } from "./site-queries.ts";

export const meta = () => unlistedMeta("Website");

/** The texts of the public pages, in the firm's own words. */
export default function SiteScreen() {
	const { data: pages, isError, refetch } = useQuery(siteQuery);
	const [parameters] = useSearchParams();
	const [search, setSearch] = useState("");
	const [name, path] = [parameters.get("page"), parameters.get("path")];
	const page = pages?.find((each) => each.page === name || each.path === path) ?? pages?.[0];
	const navigate = useNavigate();
	const isWide = useIsWide();
	return (
		<>
			<ScreenTitle className="md:leading-8.5">Website</ScreenTitle>
			{pages && page ? (
				<div className="mt-4 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[15rem_minmax(0,44rem)] xl:grid-cols-[12rem_minmax(20rem,1fr)_minmax(0,26rem)]">
					<div className="grid gap-4 lg:sticky lg:top-16">
						<TextField
							dense
							type="search"
							label="Search All Texts"
							value={search}
							onChange={({ target }) => setSearch(target.value)}
						/>
						{search.trim() ? <Found pages={pages} search={search} /> : <Pages pages={pages} current={page.page} />}
					</div>
					<div className="grid gap-5">
						{page.page === "brand" && <MakeItYours pages={pages} />}
						<SitePageForm key={page.page} page={page} />
					</div>
					{isWide && (
						<div className="sticky top-16">
							<SitePreview
								path={page.path}
								revision={pages.reduce((sum, { version }) => sum + version, 0)}
								onPick={(field) => void navigate(`?page=${field.replace("/", "#field-")}`, { replace: true })}
							/>
						</div>
					)}
				</div>
			) : isError ? (
				<LoadFailure text={loadFailure} onRetry={() => void refetch()} />
			) : (
				<Skeleton className="mt-4 h-96 max-w-4xl" />
			)}
		</>
	);
}

const link =
	"flex min-h-11 items-center gap-2 rounded-sm px-3 hover:bg-muted aria-[current]:bg-muted aria-[current]:font-semibold lg:min-h-8.5";

function Pages({ pages, current }: { pages: readonly PresentedPage[]; current: string }) {
	const navigate = useNavigate();
	if (!useHasRoom()) {
		return (
			<SelectField
				dense
				label="Page"
				value={current}
				options={pages.map(({ page, label, draft }) => ({ value: page, label: draft ? `${label} (Draft)` : label }))}
				onChange={({ target }) => void navigate(`?page=${target.value}`, { replace: true })}
			/>
		);
	}
	return (
		<nav aria-label="Pages of the website" className="grid">
			{pages.map(({ page, label, draft }) => (
				<Link
					key={page}
					to={`?page=${page}`}
					replace
					aria-current={page === current ? "page" : undefined}
					className={link}
				>
					{label}
					{draft && (
						<span className="ml-auto rounded-xs bg-status-yellow-bg px-1.5 text-status-yellow text-xs">Draft</span>
					)}
				</Link>
			))}
		</nav>
	);
}

/** What still shows the mark: the pictures that nobody has replaced. */
function MakeItYours({ pages }: { pages: readonly PresentedPage[] }) {
	const offer = pages.find(({ page }) => page === "offer");
	const shown = offer?.fields.map((field) => draftValue(offer, field)).find(Array.isArray) ?? [];
	const isHidden = (page: string) => serviceSlugs.some((slug) => slug === page) && !shown.includes(page);
	const original = pages.flatMap((page) =>
		(isHidden(page.page) ? [] : page.fields)
			.map((field) => ({ page, field, value: draftValue(page, field) }))
			.filter(({ value }) => isPicture(value) && value.image === null),
	);
	if (original.length === 0) return null;
	return (
		<section aria-labelledby="make-it-yours" className="rounded-lg border border-border bg-card p-5">
			<h2 id="make-it-yours" className="font-semibold">
				Make It Yours
			</h2>
			<p className="mt-1">
				These pictures are still those of the original design, and show its mark. Replace each with one of your own.
			</p>
			<ul className="mt-2 grid sm:grid-cols-2">
				{original.map(({ page, field }) => (
					<li key={`${page.page} ${field.name}`}>
						<Link to={`?page=${page.page}#field-${field.name}`} className={link}>
							{page.label}: {field.name === "showcase.picture" ? "home page" : "first screen"}
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}

const mostFound = 30;

function Found({ pages, search }: { pages: readonly PresentedPage[]; search: string }) {
	const words = foldText(search.trim());
	const found = pages
		.flatMap((page) => page.fields.map((field) => ({ page, field, text: valueText(draftValue(page, field)) })))
		.filter(({ field, text }) => foldText(`${namesOf(field).label} ${text}`).includes(words));
	return (
		<div role="status" className="grid gap-1">
			<p className="text-muted-foreground text-xs">
				{found.length === 0
					? "No text has these words."
					: found.length > mostFound
						? `The first ${mostFound} of ${found.length}`
						: `${found.length} found`}
			</p>
			{found.slice(0, mostFound).map(({ page, field, text }) => (
				<Link
					key={`${page.page} ${field.name}`}
					to={`?page=${page.page}#field-${field.name}`}
					className={clsx(link, "grid gap-0 py-1")}
				>
					<span className="text-muted-foreground text-xs">
						{page.label}, {namesOf(field).label}
					</span>
					<span className="line-clamp-2">{text}</span>
				</Link>
			))}
		</div>
	);
}
