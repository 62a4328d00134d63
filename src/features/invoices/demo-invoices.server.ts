import { addDays } from "date-fns/addDays";
import { subDays } from "date-fns/subDays";
import { eq } from "drizzle-orm";
import { demoPerson } from "#lib/demo-cast.ts";
import type { Deps } from "#platform/deps.server.ts";
import { firmDay } from "./invoice-days.ts";
import { newPublicToken } from "./invoice-links.server.ts";
import { type InvoiceStatus, invoiceInputSchema } from "./invoices.schema.ts";
import { createInvoice } from "./invoices.server.ts";
import { invoicesTable } from "./invoices.table.ts";

type DemoInvoice = {
	/** Place in the cast, so that the client is one who has booked. */
	client: number;
	daysAgo: number;
	status: InvoiceStatus;
	items: readonly [description: string, quantity: number, unit_price: number][];
	dueInDays?: number;
	street: string;
	notes?: string;
};

/** Oldest first, as their numbers run. */
const invoices: readonly DemoInvoice[] = [
	{
		client: 23,
		daysAgo: 58,
		status: "paid",
		street: "8 Cocoa Row",
		items: [
			["Fifty years in one street: release and calls", 1, 2400],
			["Photographs, half a day", 1, 950],
		],
	},
	{
		client: 19,
		daysAgo: 51,
		status: "paid",
		street: "41 Lagoon Street",
		items: [["Holiday line, 24 hours, per day", 6, 420]],
	},
	{
		client: 15,
		daysAgo: 47,
		status: "overdue",
		street: "2 Market Square",
		items: [
			["Annual report, 48 pages: layout", 1, 5200],
			["Late changes, per hour", 6.5, 110],
		],
		notes: "Pays when the board has met. Call Elena first.",
	},
	{ client: 20, daysAgo: 40, status: "paid", street: "17 Concert Lane", items: [["Naming: three rounds", 3, 1250]] },
	{
		client: 25,
		daysAgo: 36,
		status: "overdue",
		dueInDays: 14,
		street: "90 Barber Street",
		items: [
			["Team picture, on the water", 1, 1400],
			["Towels", 12, 9.5],
		],
	},
	{
		client: 18,
		daysAgo: 30,
		status: "paid",
		street: "5 Outdoor Way",
		items: [
			["Letter to clients, written and revised", 1, 1800],
			["Phone notes for the front desk", 1, 350],
		],
	},
	{
		client: 11,
		daysAgo: 24,
		status: "cancelled",
		street: "Pier 4",
		items: [["Recall line, set-up", 1, 900]],
		notes: "Billed again with the calls, see the next one.",
	},
	{
		client: 11,
		daysAgo: 23,
		status: "paid",
		street: "Pier 4",
		items: [
			["Recall line, set-up", 1, 900],
			["Calls answered", 412, 3.2],
		],
	},
	{
		client: 16,
		daysAgo: 18,
		status: "sent",
		street: "12 Kettle Yard",
		items: [
			["Reopening: plan, release, calls to the press", 1, 3600],
			["Opening day, two people", 2, 640],
		],
	},
	{
		client: 8,
		daysAgo: 12,
		status: "paid",
		street: "3 Print Court",
		items: [
			["Portraits, per person", 22, 75],
			["Retouching, per hour", 4, 85],
		],
	},
	{ client: 14, daysAgo: 9, status: "sent", street: "27 Kiln Road", items: [["Advice, per hour", 3, 180]] },
	{
		client: 6,
		daysAgo: 6,
		status: "sent",
		street: "66 Furnace Street",
		items: [
			["Menu: design and master for print", 1, 1150],
			["Paper samples", 1, 40],
		],
	},
	{
		client: 13,
		daysAgo: 3,
		status: "draft",
		street: "1 Savings Plaza",
		items: [["Film on the kayak, two minutes: first half", 1, 4200]],
	},
	{
		client: 4,
		daysAgo: 0,
		status: "draft",
		street: "33 Fjord Lane",
		items: [
			["Brand: interviews with both houses", 5, 480],
			["Travel", 2, 126.4],
		],
		notes: "Wait for the second partner's address.",
	},
];

/** Two months of invoices in every status. For an empty database. */
export async function insertDemoInvoices({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	for (const { client, daysAgo, status, items, dueInDays = 30, street, notes } of invoices) {
		const issued = subDays(clock(), daysAgo);
		const due = addDays(issued, dueInDays);
		const { name, email, phone, company } = demoPerson(client);
		const input = invoiceInputSchema.parse({
			client_name: name,
			client_email: email,
			client_company: company,
			client_address: `${street}\nHudson, NY 12534`,
			client_phone: phone,
			due_date: firmDay(due),
			tax_rate: 8.875,
			notes: notes ?? null,
			status,
			items: items.map(([description, quantity, unit_price]) => ({ description, quantity, unit_price })),
		});
		const { id, due_date } = await createInvoice(db, issued, input);
		if (status === "draft") continue;
		await db
			.update(invoicesTable)
			.set({
				sent_at: issued,
				public_token: newPublicToken(),
				first_viewed_at: status === "paid" ? addDays(issued, 1) : null,
				overdue_for: status === "overdue" ? due_date : null,
			})
			.where(eq(invoicesTable.id, id));
	}
}
