import { parseResponse } from "hono/client";
import { AddDialog } from "#admin/editing/add-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import { requestStatusOptions } from "#lib/status.ts";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { bookingsList } from "./bookings.list.ts";
import { bookingInputSchema } from "./bookings.schema.ts";
import { InviteField } from "./invite-field.tsx";
import { serviceTypes } from "./service-types.ts";

export function AddBookingDialog() {
	return (
		<AddDialog
			list={bookingsList}
			title="Add Booking"
			schema={bookingInputSchema}
			defaultValues={{
				name: "",
				email: "",
				phone: "",
				preferred_date: "",
				preferred_time: "",
				message: "",
				status: "new",
				invite: true,
			}}
			missingText="Please fill in name, email, and service type."
			create={(json) => parseResponse(api.api.bookings.$post({ json }))}
			success={{ title: "Booking Added", description: "New booking has been created successfully" }}
			undo={({ id }) => parseResponse(api.api.bookings[":id"].$delete({ param: { id } }))}
			failure="Failed to add new booking"
			fields={({ form, field }) => (
				<>
					<TextField label="Name" {...field("name")} />
					<TextField label="Email" type="email" {...field("email")} />
					<TextField label="Phone" type="tel" {...field("phone")} />
					<SelectField
						label="Service Type"
						placeholder="Select a service"
						options={serviceTypes.map((type) => ({ value: type, label: type }))}
						{...field("service_type")}
					/>
					<TextField label="Preferred Date" type="date" {...field("preferred_date")} />
					<TextField label="Preferred Time" type="time" {...field("preferred_time")} />
					<InviteField booking={form.watch()} {...form.register("invite")} />
					<TextArea label="Message" rows={4} className="sm:col-span-2" {...field("message")} />
					<SelectField label="Status" options={requestStatusOptions} {...field("status")} />
				</>
			)}
		/>
	);
}
