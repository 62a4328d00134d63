import type { ReactNode } from "react";
import { firm } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { content } from "#site/content/content.tsx";
import { pageMeta } from "#site/crawlers/seo.ts";
import { HungMark } from "#site/section.tsx";
import type { Route } from "./+types/privacy-page";

export { publicPage as handle } from "#lib/page-handle.ts";

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
	pageMeta(root.loaderData.siteUrl, {
		title: content("privacy")["search.title"],
		description: content("privacy")["search.description"],
		path: "/privacy",
	});

/** What the settings decide. All other statements on this page are true of the program as it is. */
export function loader({ context }: Route.LoaderArgs) {
	const { retention, backup, inbound } = depsFrom(context).settings;
	const { isRead, keepSourceDays } = inbound;
	return { retention, backups: backup?.keep, inbound: { isRead, keepSourceDays } };
}

const text = "max-w-read grid gap-4 [&_a]:underline [&_a]:underline-offset-4";

export default function PrivacyPage({ loaderData: { retention, backups, inbound } }: Route.ComponentProps) {
	const texts = content("privacy");
	const { phone, phoneHref, email, emailHref } = firm();
	return (
		<>
			<section className="on-band under-header bg-sky">
				<div className="wrap py-[clamp(2rem,5vw,5rem)]">
					<h1 className="font-display text-h1">{texts.heading}</h1>
					<p className="mt-6 max-w-[34em] text-pretty text-ink-2 text-lead">{texts.lead}</p>
				</div>
			</section>
			<div className="wrap grid gap-14 py-section md:gap-20">
				<Part label="Visits" heading="If you only look around">
					<p>
						This site sets no cookies for visitors and keeps no record of who visits. There are no trackers, no
						advertising, and no third-party analytics. Fonts and pictures come from this site, too.
					</p>
					<p>
						If a notice such as “Message Sent!” is on the screen when you follow a link, your browser stores it until
						the next page has shown it. The notice is never sent to us. Your browser stores nothing else unless you sign
						in.
					</p>
					<p>
						A post may contain a video from YouTube or Vimeo. Your browser loads it from there, and their privacy
						policies apply. The share buttons load nothing until you press them.
					</p>
				</Part>
				<Part label="Forms" heading="If you write to us">
					<Kept what="A message" days={retention.inquiries}>
						Your name, email address, and message, and your phone number and subject if you gave them. What you enter
						under Company isn't sent.
					</Kept>
					<Kept
						what="A request for a call"
						days={retention.bookings}
						from="after the call (or after your request, if no call was scheduled)"
					>
						Your name, email address, phone number, and what you wrote or chose in the form. If you chose a time, also
						that time and your browser's time zone.
					</Kept>
					<Kept what="An application" days={retention.applications}>
						Your name, email address, resume, and anything else you filled in.
					</Kept>
					<Kept what="What looks like spam" days={retention.quarantine} from="after we received it">
						It waits until one of us has looked at it. A file that came with it is deleted after 30 days.
					</Kept>
					<h3 className="border-line border-t pt-4 font-display text-h3">In every case</h3>
					<p>
						Only our staff can read any of this. Emails about it, yours and ours, are stored with it and deleted with
						it, attachments included. A copy in a mailbox stays until it is deleted there.
					</p>
					{inbound.isRead && (
						<p>
							We keep the original of every email we receive for up to {counted(inbound.keepSourceDays, "day")}. If an
							email isn't part of a request (a newsletter, for example), we keep its sender and subject for 90 days.
						</p>
					)}
					<p>
						To prevent abuse, we count the submissions from each network and keep the count for up to a day. We don't
						store your IP address for this, only a code computed from it.
					</p>
				</Part>
				<Part label="Invoices" heading="If you are our client">
					<p>
						An invoice has your name and address on it. Tax law requires us to keep invoices as they were issued. When
						you first open the link to an invoice, we note the time.
					</p>
				</Part>
				<Part label="Your rights" heading="To see it, or have it deleted">
					<p>
						Write to <a href={emailHref}>{email}</a> or call{" "}
						<a href={phoneHref} className="whitespace-nowrap">
							{phone}
						</a>
						. We can give you a copy of everything stored under your email address, with its files. We can also delete
						it: messages, bookings, applications with their resumes, and the emails about them. Invoices stay, and we'll
						tell you which.
					</p>
					{backups !== undefined && (
						<p>
							We also keep backups of the last {counted(backups, "day")}. Data that we delete remains in them until the
							last of those backups has been replaced.
						</p>
					)}
				</Part>
			</div>
		</>
	);
}

function Part({ label, heading, children }: { label: string; heading: string; children: ReactNode }) {
	return (
		<section className="hang">
			<HungMark>{label}</HungMark>
			<div>
				<h2 className="mb-6 font-display text-h2">{heading}</h2>
				<div className={text}>{children}</div>
			</div>
		</section>
	);
}

type KeptProps = { what: string; days: number | undefined; from?: string; children: ReactNode };

function Kept({ what, days, from = "after we received it, or after the last message about it", children }: KeptProps) {
	return (
		<section className="border-line border-t pt-4">
			<h3 className="font-display text-h3">{what}</h3>
			<p className="mt-2">{children}</p>
			<p className="mt-2 text-quiet">
				{days ? `Deleted automatically ${counted(days, "day")} ${from}.` : "Kept until you ask us to delete it."}
			</p>
		</section>
	);
}
