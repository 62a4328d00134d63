import type { ReactNode } from "react";
import { contactFormSchema } from "#features/contacts/contacts.schema.ts";
import { receiveContact } from "#features/contacts/contacts.server.ts";
import { handleSubmission } from "#features/forms/submission.server.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { pageMeta } from "#site/crawlers/seo.ts";
import { OpeningHours } from "#site/opening-hours.tsx";
import { emailHref, phoneHref, site } from "#site.config.ts";
import { Island } from "#ui/islands/island.tsx";
import type { Route } from "./+types/contact-page";
import { ContactForm } from "./contact-form.island.tsx";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
	pageMeta(root.loaderData.siteUrl, {
		title: "Contact",
		description: `Write to ${site.name} or call ${site.phone}. We respond within 24 hours.`,
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
	return (
		<>
			<section className="on-band under-header bg-sky">
				<div className="wrap grid gap-x-16 gap-y-5 py-[clamp(2rem,5vw,5rem)] lg:grid-cols-[7fr_5fr] lg:items-end">
					<h1 className="font-display text-h1">Get in Touch</h1>
					<p className="max-w-[30em] text-pretty text-ink-2 text-lead">
						A question, a deadline, half an idea: Write it down as it is. Finding the right words is our part.
					</p>
				</div>
			</section>
			<div className="wrap grid gap-x-16 gap-y-14 pt-[clamp(2.5rem,5vw,5rem)] pb-section lg:grid-cols-[7fr_5fr]">
				<section>
					<h2 className="mb-7 font-display text-h3">Send us a Message</h2>
					<Island
						name="contact-form"
						of={ContactForm}
						props={{ answer: actionData, retentionDays: loaderData.retentionDays }}
					/>
				</section>
				<ContactFacts />
			</div>
		</>
	);
}

function ContactFacts() {
	return (
		<ul className="gap-x-5 self-start border-line border-b md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:border-b-0">
			<Fact title="Business hours">
				<OpeningHours />
			</Fact>
			<Fact title="Phone">
				<a
					href={phoneHref}
					className="inline-flex min-h-8 items-center font-display text-h3 underline-offset-4 hover:underline"
				>
					{site.phone}
				</a>
			</Fact>
			<Fact title="Email">
				<a
					href={emailHref}
					className="inline-flex min-h-8 items-center font-semibold underline-offset-4 hover:underline"
				>
					{site.email}
				</a>
				<p className="text-quiet">We respond within 24 hours</p>
			</Fact>
			<Fact title="Location">
				<p>Virtual and in-person consultations available</p>
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
