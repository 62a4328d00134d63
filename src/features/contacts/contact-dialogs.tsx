import { parseResponse } from "hono/client";
import { AddDialog } from "#admin/editing/add-dialog.tsx";
import { Fact, MessageBox } from "#admin/record/record-dialog.tsx";
import { api } from "#admin/session/api-client.ts";
import { AddBookingLink } from "#features/people/add-booking-link.tsx";
import { ReplyButton } from "#features/threads/desk/reply-button.tsx";
import { RequestDialog } from "#features/threads/desk/request-dialog.tsx";
import { requestStatusOptions } from "#lib/status.ts";
import { formatMoment } from "#lib/time/dates.ts";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { contactsList } from "./contacts.list.ts";
import type { PresentedContact } from "./contacts.record.server.ts";
import { contactInputSchema } from "./contacts.schema.ts";
import { ReplyLink } from "./reply-link.tsx";
import { SubjectText } from "./subject-text.tsx";

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

export function ContactDialog({ contact, onClose }: { contact: PresentedContact; onClose: () => void }) {
	return (
		<RequestDialog
			table="contact_inquiries"
			list={contactsList}
			row={contact}
			person={contact}
			facts={
				<>
					<Fact label="Subject">
						<SubjectText subject={contact.subject} />
					</Fact>
					<Fact label="Received">{formatMoment(contact.created_at)}</Fact>
				</>
			}
			links={<AddBookingLink name={contact.name} email={contact.email} phone={contact.phone} />}
			title="Contact Inquiry Details"
			personLink={<ReplyLink contact={contact}>Reply via Email</ReplyLink>}
			actions={<ReplyButton table="contact_inquiries" id={contact.id} />}
			onClose={onClose}
		>
			{/* One that came by email is the first message of its conversation. */}
			{contact.source !== "email" && <MessageBox>{contact.message}</MessageBox>}
		</RequestDialog>
	);
}
