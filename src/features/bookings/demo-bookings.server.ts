import { demoAges, demoPerson } from "#lib/demo-cast.ts";
import type { RequestStatus } from "#lib/status.ts";
import type { Deps } from "#platform/deps.server.ts";
import type { ServiceType } from "./bookings.schema.ts";
import { bookingsTable } from "./bookings.table.ts";

const dayMs = 86_400_000;

type DemoBooking = {
	service: ServiceType;
	message: string;
	status: RequestStatus;
	notes?: string;
	/** The wish: how many days from now (before: negative), and when. */
	wish?: [inDays: number, time: string];
};

/** Newest first. */
const bookings: readonly DemoBooking[] = [
	{
		service: "Public Relations",
		status: "new",
		message: "Our second shop opens in three weeks and the Courier has not called back. Is that too late?",
		wish: [3, "10:30"],
	},
	{
		service: "Photography",
		status: "new",
		message: "Twelve ovens, one baker, half a day. We need pictures that do not look like stock.",
	},
	{
		service: "General Consultation",
		status: "new",
		message: "Somebody told me to talk to you before I sign with an agency in the city. So I am.",
	},
	{
		service: "Contact Center Services",
		status: "new",
		message: "We miss about forty calls a week between five and eight. What would it cost not to?",
		wish: [2, "16:00"],
	},
	{
		service: "Brand Development",
		status: "in_progress",
		message: "Two firms, one merger, and nobody wants the other one's name.",
		notes: "Sent our questions on names. Both partners should be in the call.",
		wish: [5, "09:00"],
	},
	{
		service: "Videography",
		status: "new",
		message: "Can you film inside a cold store? Minus eighteen, forklifts, and a very patient foreman.",
	},
	{
		service: "Graphic Design",
		status: "in_progress",
		message: "Our menu has been photocopied since 2011. We would like it to look as if somebody chose the font.",
		wish: [1, "14:30"],
	},
	{
		service: "Corporate Communications",
		status: "in_progress",
		message: "We close one site and open another. Staff hear it on the 4th. Help us find the words for both rooms.",
		notes: "Confidential until the 4th. Call the mobile, never the office.",
	},
	{
		service: "Photography",
		status: "resolved",
		message: "Portraits of 22 people who all say that they photograph badly.",
		notes: "Done in one morning. They were wrong.",
		wish: [-2, "08:30"],
	},
	{
		service: "Public Relations",
		status: "in_progress",
		message: "A reporter asks about our water. The water is fine, and we would like to say it well.",
	},
	{ service: "Blocked Time", status: "closed", message: "Studio painted, no shoots." },
	{
		service: "Contact Center Services",
		status: "resolved",
		message: "Recall of one batch, 3,000 letters out on Monday. We need people on the phone who can read a lot number.",
		notes: "Line was up on Monday at seven. 412 calls.",
		wish: [-6, "11:00"],
	},
	{
		service: "Brand Development",
		status: "new",
		message: "My daughter drew our logo when she was nine. She is thirty now and asks us to stop.",
	},
	{
		service: "Videography",
		status: "in_progress",
		message: "Two minutes about how a kayak is made, for a fair in March. No music with a ukulele, please.",
		wish: [8, "13:00"],
	},
	{
		service: "General Consultation",
		status: "resolved",
		message: "We do a bit of everything and none of it works. Which half can we drop?",
	},
	{
		service: "Graphic Design",
		status: "closed",
		message: "Annual report, 48 pages, and the numbers come on the last day as always.",
		notes: "Printed. They sent cake.",
	},
	{
		service: "Public Relations",
		status: "resolved",
		message: "The museum reopens after the flood. We want people to come for the rooms, not for the damage.",
		wish: [-9, "15:00"],
	},
	{ service: "Photography", status: "closed", message: "One wheel of cheese, as if it were a planet." },
	{
		service: "Corporate Communications",
		status: "resolved",
		message: "New managing director, old firm, nervous clients. A letter, and what to say on the phone.",
	},
	{
		service: "Contact Center Services",
		status: "closed",
		message: "Could you take over our line during the holidays? Mostly opening hours, sometimes a lost dog.",
		notes: "Two lost dogs. Both found.",
	},
	{
		service: "Brand Development",
		status: "resolved",
		message: "We sell lamps to people who own too many. What do we call the shop?",
		wish: [-15, "10:00"],
	},
	{ service: "General Consultation", status: "closed", message: "Is a press release still a thing?" },
	{
		service: "Videography",
		status: "closed",
		message: "A film for the waiting room that nobody minds seeing four times.",
	},
	{
		service: "Public Relations",
		status: "closed",
		message: "Fifty years in one street. Who would care, apart from us?",
		notes: "The street did. Half a page in the Sunday edition.",
	},
	{
		service: "Graphic Design",
		status: "resolved",
		message: "Signs for a building in which everybody gets lost, the architect included.",
	},
	{
		service: "Photography",
		status: "closed",
		message: "A team picture on a boat. We provide the boat and the towels.",
		wish: [-24, "12:00"],
	},
];

const minuteMs = 60_000;

/** A month of calls that visitors have asked for. For an empty database. */
export async function insertDemoBookings({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	const now = clock().getTime();
	const ages = demoAges(bookings.length, 30, 1);
	await db.insert(bookingsTable).values(
		bookings.map(({ service, status, message, notes, wish }, index) => {
			const { name, email, phone } = demoPerson(index);
			const created = new Date(now - (ages[index] ?? 0));
			return {
				name,
				email,
				phone: index % 5 === 3 ? null : phone,
				service_type: service,
				status,
				message,
				notes: notes ?? null,
				preferred_date: wish ? new Date(now + wish[0] * dayMs).toISOString().slice(0, 10) : null,
				preferred_time: wish ? wish[1] : null,
				// Most callers were rung within the promised five minutes.
				first_answered_at: status === "new" ? null : new Date(created.getTime() + (1 + ((index * 3) % 7)) * minuteMs),
				created_at: created,
				updated_at: status === "new" ? created : new Date((created.getTime() + now) / 2),
			};
		}),
	);
}
