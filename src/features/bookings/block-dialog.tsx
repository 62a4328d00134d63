import { parseResponse } from "hono/client";
import { AddDialog } from "#admin/editing/add-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import { firm } from "#lib/firm.ts";
import { TextField } from "#ui/field.tsx";
import { askAboutTime } from "./book-anyway.tsx";
import { bookingsList } from "./bookings.list.ts";
import { blockSchema, bookingInputSchema } from "./bookings.schema.ts";
import { InviteField } from "./invite-field.tsx";

const service_type = "Blocked Time";

/** Blocks time without leaving the calendar. @param day the first to block, to begin with */
export function BlockDialog({ day }: { day: string }) {
	return (
		<AddDialog
			list={bookingsList}
			title="Block time"
			schema={blockSchema}
			defaultValues={{
				name: service_type,
				preferred_date: day,
				preferred_time: "",
				blocked_until_date: "",
				blocked_until_time: "",
				invite: true,
			}}
			missingText="Please enter a name and a date."
			create={({ blocked_until_date, blocked_until_time, ...block }, anyway) =>
				parseResponse(
					api.api.bookings.$post({
						json: bookingInputSchema.parse({
							...block,
							...(blocked_until_date && { blocked_until_date }),
							...(blocked_until_time && { blocked_until_time }),
							service_type,
							email: firm().email,
							// A block is no request: No one waits for an answer.
							status: "resolved",
							...(!anyway && { if_free: true }),
						}),
					}),
				)
			}
			overruling={askAboutTime}
			success={{ title: "Time Blocked", description: "No one can book this time online." }}
			undo={({ id }) => parseResponse(api.api.bookings[":id"].$delete({ param: { id } }))}
			failure="Failed to block this time. Please try again."
			fields={({ form, field }) => (
				<>
					<TextField label="Name" className="sm:col-span-2" {...field("name")} />
					<TextField label="From Date" type="date" {...field("preferred_date")} />
					<TextField
						label="From Time"
						type="time"
						hint="Without times, whole days are blocked."
						{...field("preferred_time")}
					/>
					<TextField label="Until Date" type="date" {...field("blocked_until_date")} />
					<TextField label="Until Time" type="time" {...field("blocked_until_time")} />
					<InviteField booking={{ service_type, ...form.watch() }} {...form.register("invite")} />
				</>
			)}
		/>
	);
}
