import { dayNames } from "#lib/time/day-names.ts";
import type { FieldValue, Weekly } from "#site/content/fields.ts";
import { isPicture } from "#site/content/values/picture-value.ts";
import { Button } from "#ui/button.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { ChoiceField, ColorField, LogoField } from "./brand-fields.tsx";
import { PictureField } from "./picture-field.tsx";
import { hoursText, namesOf, parseHours, type SiteField, valueText } from "./site-queries.ts";

/** As it is typed: the server decides what it can be. */
export type Typed = FieldValue | readonly (readonly [number, number] | null | string)[];

type SiteFieldProps = {
	page: string;
	/** Of the page. */
	version: number;
	field: SiteField;
	value: Typed;
	isOriginal: boolean;
	error: string | undefined;
	/** The text that someone else has saved meanwhile. */
	theirs: FieldValue | undefined;
	onType(value: Typed): void;
	/** Back to the original. */
	onReset(): void;
	onKeepMine(): void;
	onUseTheirs(): void;
};

/** One text of a page, with its counter and the way back to its original. */
export function SiteFieldControl(props: SiteFieldProps) {
	const { field, isOriginal, theirs, onReset, onKeepMine, onUseTheirs } = props;
	const { label } = namesOf(field);
	return (
		<div id={`field-${field.name}`} className="grid gap-1.5">
			<Controls {...props} />
			{theirs !== undefined && (
				<div role="alert" className="grid gap-2 rounded-sm border border-destructive p-3">
					<p>Someone else has changed this text to “{valueText(theirs)}”.</p>
					<div className="flex flex-wrap gap-2">
						<DeskButton onClick={onKeepMine}>Keep Mine</DeskButton>
						<DeskButton onClick={onUseTheirs}>Use Theirs</DeskButton>
					</div>
				</div>
			)}
			{!isOriginal && (
				<p className="flex flex-wrap items-baseline gap-x-3 text-muted-foreground text-xs">
					<Button
						size="dense"
						variant="ghost"
						className="-ml-3.5"
						aria-label={`Back to the Original: ${label}`}
						onClick={onReset}
					>
						Back to the Original
					</Button>
					{field.original_changed && "The original has changed since you replaced it."}
				</p>
			)}
		</div>
	);
}

function Controls({ page, version, field, value, error, onType }: SiteFieldProps) {
	const { kind, max, placeholders, optional } = field;
	const { label } = namesOf(field);
	if (isPicture(value)) return <PictureField {...{ page, field, value, error, onType }} />;
	if (kind === "hours" || kind === "lines") {
		const isHours = kind === "hours";
		const parts: readonly unknown[] = Array.isArray(value) ? value : [];
		const shown = parts.map((part) =>
			isHours && typeof part !== "string" ? hoursText(part as Weekly[number]) : String(part),
		);
		const names = shown.map((_, place) => (isHours ? dayNames[place] : undefined) ?? `Line ${place + 1}`);
		// The server's sentence begins with the line that it is about.
		const wrong = Math.max(
			0,
			names.findIndex((name) => error?.startsWith(`${name}: `)),
		);
		return (
			<fieldset className="grid gap-2">
				<legend className="mb-1 font-semibold text-xs">{label}</legend>
				{shown.map((part, place) => (
					<TextField
						// biome-ignore lint/suspicious/noArrayIndexKey: a line's position is its only identity
						key={place}
						dense
						label={names[place]}
						placeholder={isHours ? "Closed" : undefined}
						value={part}
						error={place === wrong ? error : undefined}
						onChange={({ target }) =>
							onType(
								(isHours ? shown.map(parseHours) : shown).with(
									place,
									isHours ? parseHours(target.value) : target.value,
								) as Typed,
							)
						}
					/>
				))}
			</fieldset>
		);
	}
	if (kind === "logo") return <LogoField label={label} value={value} version={version} />;
	const text = valueText(value);
	if (kind === "color") return <ColorField label={label} value={text} error={error} onType={onType} />;
	if (kind === "choice") {
		const [all, chosen] = [field.original, value].map((each) => (Array.isArray(each) ? each.map(String) : []));
		return <ChoiceField label={label} all={all ?? []} chosen={chosen ?? []} error={error} onType={onType} />;
	}
	const control = {
		label,
		error,
		required: !optional,
		value: text,
		hint: [
			kind === "number" ? "Leave it empty to promise nothing." : `${[...text].length} of ${max} characters`,
			...(placeholders.length > 0 ? [`The site fills in ${placeholders.join(" and ")}.`] : []),
		].join(". "),
		dense: true,
	};
	if (kind === "text") return <TextArea {...control} rows={3} onChange={({ target }) => onType(target.value)} />;
	return (
		<TextField
			{...control}
			inputMode={kind === "number" ? "numeric" : undefined}
			onChange={({ target }) =>
				onType(kind === "number" && /^\d+$/.test(target.value) ? Number(target.value) : target.value)
			}
		/>
	);
}
