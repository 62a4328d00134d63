import { callFormSchema } from "#features/bookings/bookings.schema.ts";
import { receiveBooking } from "#features/bookings/bookings.server.ts";
import { timedSteps } from "#features/bookings/slots/book-slot.server.ts";
import { listCallSlots } from "#features/bookings/slots/call-slots.server.ts";
import { handleSubmission } from "#features/forms/submission.server.ts";
import { firm, reach } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { content, services } from "#site/content/content.tsx";
import { pageMeta } from "#site/crawlers/seo.ts";
import { serviceSlugs } from "#site/services/services.ts";
import { site } from "#site.config.ts";
import { Island } from "#ui/islands/island.tsx";
import type { Route } from "./+types/book-call-page";
import { CallForm } from "./call-form.island.tsx";
import { serviceInterestOptions } from "./call-form.options.ts";
import { packSlots } from "./packed-slots.ts";
import { WhatToExpect } from "./what-to-expect.tsx";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
	pageMeta(root.loaderData.siteUrl, {
		title: content("book-call")["search.title"],
		description: content("book-call")["search.description"],
		path: "/book-call",
	});

export async function loader({ context }: Route.LoaderArgs) {
	const deps = depsFrom(context);
	return { slots: packSlots(await listCallSlots(deps)), retentionDays: deps.settings.retention.bookings };
}

export async function action({ request, context }: Route.ActionArgs) {
	const deps = depsFrom(context);
	const answer = await handleSubmission(request, deps, {
		form: "booking",
		schema: callFormSchema,
		timed: timedSteps,
		save: receiveBooking,
	});
	const { data: submission } = answer;
	if (submission.outcome === "invalid" && submission.errors.slot) deps.metrics.callBookings.inc({ result: "invalid" });
	return answer;
}

/** How long to wait, when a form is refused for now. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function BookCallPage({ loaderData, actionData }: Route.ComponentProps) {
	const texts = content("book-call");
	return (
		<div className="wrap pt-[clamp(1.5rem,4vw,4rem)] pb-section">
			<h1 className="font-display text-h1">{texts.heading}</h1>
			<p className="mt-4.5 mb-[clamp(2rem,4vw,3.5rem)] max-w-[36em] text-balance text-ink-2 text-lead">{texts.lead}</p>
			<div className="grid gap-[clamp(2rem,4vw,4rem)] lg:grid-cols-[7fr_5fr]">
				<Island
					name="call-form"
					of={CallForm}
					props={{
						answer: actionData,
						...loaderData,
						reach: reach(),
						promise: promiseText(),
						interests: interests(),
					}}
					wake={site.timeZone}
				/>
				<WhatToExpect />
			</div>
		</div>
	);
}

function promiseText(): string {
	const { callMinutes } = firm();
	return callMinutes
		? `We'll contact you within ${counted(callMinutes, "minute")} during business hours.`
		: "We'll contact you as soon as we can.";
}

/** The services as the firm calls them, and what else can be chosen. */
const interests = () =>
	serviceInterestOptions
		.filter(
			({ value }) => !serviceSlugs.some((slug) => slug === value) || services().some(({ slug }) => slug === value),
		)
		.map(({ value, label }) => ({ value, label: services().find(({ slug }) => slug === value)?.title ?? label }));
