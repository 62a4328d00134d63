import type { Area } from "./access/areas.ts";
import type { StatusTone } from "./status.ts";

type Column<Row> = keyof Row & string;

/**
 * What the records of one table are, for everything that handles all kinds of records alike. It may reach the browser,
 * so it names columns and holds no table. Whatever is left out does not concern the record.
 */
export type RecordDefinition<Row = Record<string, unknown>> = {
	/** The database table, by which the activity log, emails and live changes name a record. */
	table: string;
	/** Names the kind in what search and a person's history answer: 'booking'. */
	kind: string;
	/**
	 * Whose work it is, so that admins who are limited to other areas see nothing of it. "record" if each row belongs to
	 * another record, whose area then counts: An email is about a booking or an invoice.
	 */
	area: Area | "unlimited" | "record";
	/** Rows that only unlimited admins see, whatever the area. */
	unlimitedRows?: readonly string[];
	/** 'Booking', as a title. */
	label: string;
	/** 'booking', in a sentence. */
	noun: string;
	/** Where staff see it. */
	path(id: string): string;
	/** The screen that lists it, a module below src. The palette leads there; the sidebar's sections are chosen by hand. */
	list?: { label: string; path: `/admin/${string}`; screen: string; keywords?: string };
	/** The moment by which lists have the newest first. */
	orderedBy?: Column<Row>;
	statuses?: {
		labels: Record<string, string>;
		tones: Record<string, StatusTone>;
		/** With these nothing is left to do; lists show such rows more quietly. */
		settled?: readonly string[];
	};
	/** What staff and files call its columns, in the order of the export for spreadsheets. */
	fields?: Partial<Record<Column<Row>, string>>;
	/** Found by these columns, and shown by those. */
	search?: {
		in: readonly Column<Row>[];
		/** Found however it is written, and then shown in place of the detail. */
		phone?: Column<Row>;
		title: Column<Row>;
		detail: Column<Row>;
	};
	/** Whose it is. */
	person?: {
		email: Column<Row>;
		/** What they call themselves. */
		name?: Column<Row>;
		phone?: Column<Row>;
		/** What it is called in the history of the person, who is known there. */
		title: Column<Row>;
		untitled?: string;
		/** What exports and reports of erasures call it: 'inquiries'. */
		plural: string;
		/** Its file, which goes with it; `plural` as above. */
		file?: { column: Column<Row>; bucket: "resumes"; plural: string };
		/** It stays when the person is erased, because the law says so; reports name it by this column. */
		keptAs?: Column<Row>;
	};
	/** Triggers note its changes in the activity log. */
	logged?: Logged<Row>;
	/** Triggers notify the screens of its changes and set the time of each. */
	live?: { dated: boolean };
	/** Emails may be about it, and its dialog shows them. */
	mailed?: boolean;
	/** The dashboard's numbers: all, and those in the status that waits for someone; by which moment its weeks count. */
	counted?: { all: string; by?: Column<Row>; waiting?: { as: string; status: string } };
	/** The address of its standard endpoints, which only admins may call. `recordApi` has all of them except "add". */
	api?: { path: string; endpoints: readonly StandardEndpoint[] };
};

export type StandardEndpoint = "list" | "add" | "update" | "statuses";

type Logged<Row> = {
	/** The column by which the log names the record. */
	as: Column<Row>;
	/** Columns whose changes are no news. */
	without?: readonly Column<Row>[];
	/** Columns of which the log says that they changed, and not how. */
	secret?: readonly Column<Row>[];
	/** An update that changes no column is noted too: part of the record lies in another table. */
	always?: boolean;
	/** All three, unless said otherwise. */
	on?: readonly ("insert" | "update" | "delete")[];
};
