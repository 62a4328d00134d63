import { useMutation } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { ApiError, authorizedFetch } from "#admin/session/api-client.ts";
import { isLogo } from "#site/content/values/logo-value.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { DeskButton, iconButton } from "#ui/desk-buttons.tsx";
import { Field, TextField } from "#ui/field.tsx";
import { ImageDrop } from "#ui/image-drop.tsx";
import type { PresentedPage } from "./site-pages.server.ts";
import { keepPage } from "./site-queries.ts";

/** A color as its code, or picked. */
export function ColorField({
	label,
	value,
	error,
	onType,
}: {
	label: string;
	value: string;
	error: string | undefined;
	onType(value: string): void;
}) {
	return (
		<div className="grid justify-start grid-cols-[3.5rem_minmax(0,12rem)] items-end gap-3">
			<input
				type="color"
				aria-label={`Pick: ${label}`}
				value={/^#[\da-f]{6}$/i.test(value) ? value : "#ffffff"}
				onChange={({ target }) => onType(target.value)}
				className="h-11 w-14 cursor-pointer rounded-sm border border-input bg-card p-1 md:h-8.5"
			/>
			<TextField
				dense
				required
				label={label}
				value={value}
				error={error}
				spellCheck={false}
				onChange={({ target }) => onType(target.value)}
			/>
		</div>
	);
}

/** The firm's own logo, which the server keeps as soon as it is chosen. */
export function LogoField({ label, value, version }: { label: string; value: unknown; version: number }) {
	const logo = isLogo(value) ? value : undefined;
	const { mutate, isPending, error } = useMutation({
		async mutationFn(file: File) {
			const body = new FormData();
			body.set("logo", file);
			body.set("expected_version", String(version));
			const response = await authorizedFetch("/api/site/logo", { method: "POST", body });
			keepPage((await response.json()) as PresentedPage);
		},
		// Said at the field.
		meta: {},
	});
	return (
		<div className="grid gap-3">
			{logo && (
				<img
					src={`data:image/png;base64,${logo.png}`}
					alt="The firm's logo"
					className="max-h-20 w-fit max-w-full rounded-sm border border-border bg-[#fafaf8] p-2"
				/>
			)}
			<Field
				dense
				label={label}
				error={error instanceof ApiError ? (error.fields.logo ?? error.message) : error?.message}
				hint="A PNG or WebP file of up to 1 MB, best with a clear ground. It takes the place of the mark and the short name."
			>
				{(control) => <ImageDrop control={control} busy={isPending} onChoose={mutate} />}
			</Field>
		</div>
	);
}

/** Which of a list are shown, and in what order. */
export function ChoiceField({
	label,
	all,
	chosen,
	error,
	onType,
}: {
	label: string;
	all: readonly string[];
	chosen: readonly string[];
	error: string | undefined;
	onType(chosen: readonly string[]): void;
}) {
	const move = (place: number, by: 1 | -1) =>
		onType(chosen.with(place, chosen[place + by] ?? "").with(place + by, chosen[place] ?? ""));
	const others = all.filter((each) => !chosen.includes(each));
	return (
		<fieldset>
			<legend className="mb-1 font-semibold text-xs">{label}</legend>
			<ul className="grid gap-1">
				{[...chosen, ...others].map((each, place) => {
					const isChosen = place < chosen.length;
					const name = nameOf(each);
					return (
						<li key={each} className="flex items-center gap-2">
							<CheckboxField
								label={name}
								className="grow"
								checked={isChosen}
								onChange={() => onType(isChosen ? chosen.filter((one) => one !== each) : [...chosen, each])}
							/>
							{isChosen && (
								<>
									<DeskButton
										icon={ArrowUp}
										aria-label={`Move ${name} Up`}
										className={iconButton}
										disabled={place === 0}
										onClick={() => move(place, -1)}
									/>
									<DeskButton
										icon={ArrowDown}
										aria-label={`Move ${name} Down`}
										className={iconButton}
										disabled={place === chosen.length - 1}
										onClick={() => move(place, 1)}
									/>
								</>
							)}
						</li>
					);
				})}
			</ul>
			{error && (
				<p role="alert" className="text-destructive text-xs">
					{error}
				</p>
			)}
		</fieldset>
	);
}

/** 'Public Relations' for 'public-relations'. */
const nameOf = (slug: string) =>
	slug
		.split("-")
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(" ");
