import { parseResponse } from "hono/client";
import { AddDialog } from "#admin/editing/add-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
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
			missingText="Please fill in name, email, and message."
			create={(json) => parseResponse(api.api.contacts.$post({ json }))}
			success={{ title: "Contact Added", description: "New contact inquiry has been created successfully" }}
			failure="Failed to add new contact"
			fields={({ field }) => (
				<>
					<TextField label="Name" {...field("name")} />
					<TextField label="Email" type="email" {...field("email")} />
					<TextField label="Phone" type="tel" {...field("phone")} />
					<TextField label="Subject" {...field("subject")} />
					<TextArea label="Message" rows={5} className="sm:col-span-2" {...field("message")} />
					<SelectField label="Status" options={requestStatusOptions} {...field("status")} />
				</>
			)}
		/>
	);
}
