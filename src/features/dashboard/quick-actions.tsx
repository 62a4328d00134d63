import { CalendarDays, FilePlus2, type LucideIcon, Mail, PenLine, UserRoundPlus } from "lucide-react";
import { Link } from "react-router";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { waitingIn } from "#admin/live/desk-counts.ts";
import { CountBadge } from "#ui/badge.tsx";
import { type Counts, formatCount } from "./dashboard-counts.ts";

type Action = {
	label: string;
	hint: string;
	path: string;
	icon: LucideIcon;
	waiting?: (typeof waitingIn)[keyof typeof waitingIn];
};

const actions: readonly Action[] = [
	{ label: "Create Invoice", hint: "Bill a client", path: "/admin/invoices/new", icon: FilePlus2 },
	{
		label: "Review Applications",
		hint: "See who has applied",
		path: "/admin/applications",
		icon: UserRoundPlus,
		waiting: waitingIn.applications,
	},
	{ label: "Create Blog Post", hint: "Write something new", path: "/admin/blogs/new", icon: PenLine },
	{
		label: "Check Bookings",
		hint: "See who wants a call",
		path: "/admin/bookings",
		icon: CalendarDays,
		waiting: waitingIn.bookings,
	},
	{
		label: "Handle Contacts",
		hint: "Reply to inquiries",
		path: "/admin/contacts",
		icon: Mail,
		waiting: waitingIn.contacts,
	},
];

/** Each with the number of items that are waiting there. */
export function QuickActions({ counts }: { counts: Counts | undefined }) {
	const sees = useSeesScreen();
	const shown = actions.filter(({ path }) => sees(path));
	return (
		<section aria-labelledby="quick-actions">
			<h2 id="quick-actions" className="mb-2 font-semibold text-sm">
				Quick Actions
			</h2>
			<ul className="grid gap-2.5 md:grid-cols-6 xl:grid-cols-5">
				{shown.map(({ label, hint, path, icon: Icon, waiting }) => (
					<li
						key={label}
						className="grid md:col-span-2 md:nth-[-n+2]:col-span-3 xl:col-span-1 xl:nth-[-n+2]:col-span-1"
					>
						<Link
							// To what it counts.
							to={waiting && counts?.[waiting.count] ? `${path}?status=${waiting.status}` : path}
							prefetch="intent"
							className="group/action grid grid-cols-[auto_1fr_auto] items-center gap-x-2.5 rounded-md border border-border bg-card p-3.5 no-underline transition-colors duration-160 hover:border-input xl:grid-cols-[1fr_auto] xl:gap-y-2.5"
						>
							<Icon aria-hidden className="size-4 text-muted-foreground" strokeWidth={1.75} />
							<span className="grid gap-0.5 xl:order-last xl:col-span-2">
								<span className="font-semibold group-hover/action:underline group-hover/action:underline-offset-2">
									{label}
								</span>
								<span className="text-muted-foreground text-xs">{hint}</span>
							</span>
							<span className="min-h-5.5">
								{waiting && counts?.[waiting.count] !== undefined && (
									<CountBadge tone={counts[waiting.count] ? waiting.tone : undefined}>
										{formatCount(counts[waiting.count] ?? 0)} {waiting.status}
									</CountBadge>
								)}
							</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
