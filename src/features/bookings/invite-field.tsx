import type { ComponentProps } from "react";
import { useUndoTime } from "#features/mails/mail-strip.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";

type InviteFieldProps = Omit<ComponentProps<"input">, "type"> & {
	/** As it will be. */
	booking: { service_type?: unknown; preferred_date?: unknown; preferred_time?: unknown; status?: unknown };
};

/** Says who gets an email before it leaves, and lets staff leave it out. */
export function InviteField({ booking, ...props }: InviteFieldProps) {
	const timed = booking.preferred_date && booking.preferred_time && booking.status !== "closed";
	const undoTime = useUndoTime();
	const isBlocked = booking.service_type === "Blocked Time";
	return (
		<div className="grid gap-1 sm:col-span-2">
			<CheckboxField label={`Email the invitation to ${isBlocked ? "staff" : "the client and staff"}`} {...props} />
			<p className="text-muted-foreground text-xs">
				{timed
					? `The email will be sent ${undoTime} after you save. If the date and time are in the past, no email will be sent.`
					: isBlocked
						? "No invitation will be sent for whole days."
						: "The email will be sent once you set the date and time."}
			</p>
		</div>
	);
}
