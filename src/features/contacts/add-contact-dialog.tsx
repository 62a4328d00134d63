import { parseResponse } from "hono/client";
import { AddDialog } from "#admin/add-dialog.tsx";
import { api } from "#admin/api-client.ts";
import { requestStatusOptions } from "#lib/status.ts";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { contactsList } from "./contacts.list.ts";
import { contactInputSchema } from "./contacts.schema.ts";

export function AddContactDialog() {
	return (
		<AddDialog
			list={contactsList}
			title="Add Contact"
			schema={contactInputSchema}
			defaultValues={{ name: "", email: "", phone: "", subject: "", message: "", status: "new" }}
			required={["name", "email", "message"]}
			missingText="Please fill in name, email, and message."
			create={(json) => parseResponse(api.api.contacts.$post({ json }))}
			success={{ title: "Contact Added", description: "New contact inquiry has been created successfully" }}
			failure="Failed to add new contact"
			fields={({ register, formState: { errors } }) => (
				<>
					<TextField dense required label="Name" error={errors.name?.message} {...register("name")} />
					<TextField dense required label="Email" type="email" error={errors.email?.message} {...register("email")} />
					<TextField dense label="Phone" type="tel" error={errors.phone?.message} {...register("phone")} />
					<TextField dense label="Subject" error={errors.subject?.message} {...register("subject")} />
					<TextArea
						dense
						required
						label="Message"
						rows={5}
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
