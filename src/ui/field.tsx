import { clsx } from "clsx";
import { ChevronDown, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

type FieldProps = {
	label: ReactNode;
	/** A hint under the field that helps to fill it in. */
	hint?: ReactNode;
	/** The error about the value. It is linked to the control and marks it as invalid. */
	error?: string | undefined;
	/** 34 px high, for the back office (44 px with larger text on phones). */
	dense?: boolean;
	/** Classes for the whole field, to place it in a grid. */
	className?: string;
};

/** The attributes that connect a control to its field. Spread them over the `input`, `textarea`, or `select`. */
export type ControlProps = {
	id: string;
	required: boolean | undefined;
	"aria-invalid": true | undefined;
	"aria-describedby": string | undefined;
	className: string;
};

const controlClass = (dense: boolean) =>
	clsx(
		"w-full rounded-sm border border-input bg-card text-foreground placeholder:text-muted-foreground",
		"focus:outline-2 focus:-outline-offset-1 focus:outline-ring aria-invalid:border-destructive",
		"disabled:bg-muted disabled:text-muted-foreground",
		dense ? "min-h-11 px-3 py-1.5 text-base md:min-h-8.5 md:px-2.5 md:text-dense" : "min-h-12.5 px-4 py-3 text-base",
	);

/** A label above a control, with its asterisk, hint and error. */
export function Field({
	label,
	hint,
	error,
	required,
	dense = false,
	className,
	children,
}: FieldProps & { required?: boolean | undefined; children: (control: ControlProps) => ReactNode }) {
	const id = useId();
	const hintId = hint ? `${id}hint` : undefined;
	const errorId = error ? `${id}error` : undefined;
	return (
		<div className={clsx("grid content-start gap-1.5", className)}>
			<label htmlFor={id} className={clsx("font-semibold", dense ? "text-xs" : "text-small/snug")}>
				{label}
				{required && (
					<span aria-hidden className="text-vermilion-deep dark:text-vermilion">
						{" *"}
					</span>
				)}
			</label>
			{children({
				id,
				required,
				"aria-invalid": error ? true : undefined,
				"aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
				className: controlClass(dense),
			})}
			{error && (
				<p id={errorId} className={clsx("flex gap-1.5 text-destructive", dense ? "text-xs" : "text-small/snug")}>
					<CircleAlert aria-hidden className="mt-[0.1em] size-[1.15em] shrink-0" strokeWidth={1.75} />
					{error}
				</p>
			)}
			{hint && (
				<p id={hintId} className={clsx("text-muted-foreground", dense ? "text-xs" : "text-small/snug")}>
					{hint}
				</p>
			)}
		</div>
	);
}

/** Properties of the field around a control, as opposed to the control's own. */
export function fieldOf<Props extends FieldProps & { required?: boolean | undefined }>(props: Props) {
	const { label, hint, error, dense, className, required, ...control } = props;
	return [{ label, hint: fullText(control) ?? hint, error, dense, className, required }, control] as const;
}

/** Browsers cut what is longer without a word. */
function fullText({ value, maxLength }: { value?: unknown; maxLength?: number | undefined }): string | undefined {
	if (typeof value !== "string" || !maxLength || value.length < maxLength) return undefined;
	return `It can't be longer than ${maxLength.toLocaleString("en-US")} characters.`;
}

export function TextField(props: FieldProps & ComponentProps<"input">) {
	const [field, input] = fieldOf(props);
	return <Field {...field}>{(control) => <input type="text" {...input} {...control} />}</Field>;
}

export function TextArea(props: FieldProps & ComponentProps<"textarea">) {
	const [field, textarea] = fieldOf(props);
	return (
		<Field {...field}>
			{(control) => <textarea rows={5} {...textarea} {...control} className={clsx(control.className, "resize-y")} />}
		</Field>
	);
}

type Option = { value: string; label: string };

/** The browser's native list. `placeholder` adds an empty first choice: leave it out if a value is always required. */
export function SelectField({
	options,
	placeholder,
	...props
}: FieldProps & ComponentProps<"select"> & { options: readonly Option[]; placeholder?: string }) {
	const [field, select] = fieldOf(props);
	return (
		<Field {...field}>
			{(control) => (
				<span className="relative grid items-center">
					<select {...select} {...control} className={clsx(control.className, "cursor-pointer appearance-none pr-10")}>
						{placeholder !== undefined && <option value="">{placeholder}</option>}
						{options.map(({ value, label }) => (
							<option key={value} value={value}>
								{label}
							</option>
						))}
					</select>
					<ChevronDown
						aria-hidden
						className="pointer-events-none absolute right-3 size-4 text-foreground"
						strokeWidth={1.75}
					/>
				</span>
			)}
		</Field>
	);
}
