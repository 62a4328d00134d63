import { Form } from "react-router";
import { depsFrom } from "#platform/deps.server.ts";
import { handleSubmission } from "#platform/submission.server.ts";
import type { Route } from "./+types/contact-page";
import { contactFormSchema, contactFromForm } from "./contacts.schema.ts";
import { createContact } from "./contacts.server.ts";

export async function action({ request, context }: Route.ActionArgs) {
	const deps = depsFrom(context);
	return handleSubmission(request, deps, contactFormSchema, (form) => createContact(deps.db, contactFromForm(form)));
}
export default function ContactPage({ actionData }: Route.ComponentProps) {
	return (
		<Form method="post">
			<pre>{JSON.stringify(actionData)}</pre>
		</Form>
	);
}
