import type { ReactNode } from "react";
import { contactFormSchema } from "#features/contacts/contacts.schema.ts";
import { receiveContact } from "#features/contacts/contacts.server.ts";
import { handleSubmission } from "#features/forms/submission.server.ts";
import { firm, reach } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { content } from "#site/content/content.tsx";
import { pageMeta } from "#site/crawlers/seo.ts";
import { OpeningHours } from "#site/opening-hours.tsx";
import { Island } from "#ui/islands/island.tsx";
import type { Route } from "./+types/contact-page";
import { ContactForm } from "./contact-form.island.tsx";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
	pageMeta(root.loaderData.siteUrl, {
		title: content("contact")["search.title"],
		description: content("contact")["search.description"],
		path: "/contact",
	});

export function loader({ context }: Route.LoaderArgs) {
	return { retentionDays: depsFrom(context).settings.retention.inquiries };
}

export async function action({ request, context }: Route.ActionArgs) {
	return handleSubmission(request, depsFrom(context), {
		form: "contact",
		schema: contactFormSchema,
		save: receiveContact,
	});
}

/** How long to wait, when a form is refused for now. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
	const texts = content("contact");
	const { replyHours } = firm();
	return (
		<>
			<section className="on-band under-header bg-sky">
				<div className="wrap grid gap-x-16 gap-y-5 py-[clamp(2rem,5vw,5rem)] lg:grid-cols-[7fr_5fr] lg:items-end">
					<h1 className="font-display text-h1">{texts.heading}</h1>
					<p className="max-w-[30em] text-pretty text-ink-2 text-lead">{texts.lead}</p>
				</div>
			</section>
			<div className="wrap grid gap-x-16 gap-y-14 pt-[clamp(2.5rem,5vw,5rem)] pb-section lg:grid-cols-[7fr_5fr]">
				<section>
					<h2 className="mb-7 font-display text-h3">{texts["form.heading"]}</h2>
					<Island
						name="contact-form"
						of={ContactForm}
						props={{
							answer: actionData,
							retentionDays: loaderData.retentionDays,
							reach: reach(),
							promise: replyHours ? `We respond within ${counted(replyHours, "hour")}.` : "",
						}}
					/>
				</section>
				<ContactFacts />
			</div>
		</>
	);
}

function ContactFacts() {
	const texts = content("contact");
	const { phone, phoneHref, email, emailHref } = firm();
	return (
		<ul className="gap-x-5 self-start border-line border-b md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:border-b-0">
			<Fact title={texts["hours.label"]}>
				<OpeningHours />
			</Fact>
			<Fact title={texts["phone.label"]}>
				<a
					href={phoneHref}
					className="inline-flex min-h-8 items-center font-display text-h3 underline-offset-4 hover:underline"
				>
					{phone}
				</a>
			</Fact>
			<Fact title={texts["email.label"]}>
				<a
					href={emailHref}
					className="inline-flex min-h-8 items-center font-semibold underline-offset-4 hover:underline"
				>
					{email}
				</a>
				{texts["email.note"] && <p className="text-quiet">{texts["email.note"]}</p>}
			</Fact>
			<Fact title={texts["location.label"]}>
				<p>{texts["location.text"]}</p>
			</Fact>
		</ul>
	);
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
	return (
		<li className="border-line border-t py-6">
			<h3 className="mb-1.5 font-semibold text-quiet text-small">{title}</h3>
			{children}
		</li>
	);
}
