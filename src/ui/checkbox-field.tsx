import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** A checkbox of the back office, with its label beside it. */
export const CheckboxField = ({ label, className, ...input }: ComponentProps<"input"> & { label: string }) => (
	<label className={clsx("flex min-h-11 items-center gap-2.5 font-semibold md:min-h-8.5", className)}>
		<input type="checkbox" className="size-4.5 accent-(--primary)" {...input} />
		{label}
	</label>
);
