import { parseResponse } from "hono/client";
import { AddDialog } from "#admin/add-dialog.tsx";
import { api } from "#admin/api-client.ts";
import { requestStatusOptions } from "#lib/status.ts";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { bookingsList } from "./bookings.list.ts";
import { bookingInputSchema, serviceTypes } from "./bookings.schema.ts";
import { InviteField } from "./invite-field.tsx";

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
			required={["name", "email", "service_type"]}
			missingText="Please fill in name, email, and service type."
			create={(json) => parseResponse(api.api.bookings.$post({ json }))}
			success={{ title: "Booking Added", description: "New booking has been created successfully" }}
			undo={({ id }) => parseResponse(api.api.bookings[":id"].$delete({ param: { id } }))}
			failure="Failed to add new booking"
			fields={({ register, watch, formState: { errors } }) => (
				<>
					<TextField dense required label="Name" error={errors.name?.message} {...register("name")} />
					<TextField dense required label="Email" type="email" error={errors.email?.message} {...register("email")} />
					<TextField dense label="Phone" type="tel" error={errors.phone?.message} {...register("phone")} />
					<SelectField
						dense
						required
						label="Service Type"
						placeholder="Select a service"
						options={serviceTypes.map((type) => ({ value: type, label: type }))}
						error={errors.service_type?.message}
						{...register("service_type")}
					/>
					<TextField
						dense
						label="Preferred Date"
						type="date"
						error={errors.preferred_date?.message}
						{...register("preferred_date")}
					/>
					<TextField
						dense
						label="Preferred Time"
						type="time"
						error={errors.preferred_time?.message}
						{...register("preferred_time")}
					/>
					<InviteField
						serviceType={watch("service_type")}
						timed={Boolean(watch("preferred_date") && watch("preferred_time")) && watch("status") !== "closed"}
						{...register("invite")}
					/>
					<TextArea
						dense
						label="Message"
						rows={4}
						className="sm:col-span-2"
						error={errors.message?.message}
						{...register("message")}
					/>
					<SelectField
						dense
						label="Status"
						options={requestStatusOptions}
						error={errors.status?.message}
						{...register("status")}
					/>
				</>
			)}
		/>
	);
}
