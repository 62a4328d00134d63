import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import { type Database, selectRows } from "#platform/database/database.server.ts";
import type { Bucket } from "#platform/files/storage.server.ts";

/** Tables that a backup leaves out because their rows are useless on another machine or at a later time. */
const passingTables = new Set(["rate_limits", "daily_runs", "deletions"]);

export type TableInfo = { name: string; columns: string[] };

const rowsAtOnce = 200;
const bytesAtOnce = 1_000_000;

const identifier = (name: string) => sql.identifier(name);

/** The site's tables, ordered so that each one follows the tables it refers to. */
export async function listTables(db: Database): Promise<TableInfo[]> {
	const rows = await selectRows(
		db,
		sql`select c.relname as name, array_to_json(array_agg(a.attname order by a.attnum)) as columns
			from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
				and a.attgenerated = ''
			where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`,
	);
	const references = await selectRows(
		db,
		sql`select conrelid::regclass::text as table, confrelid::regclass::text as target from pg_constraint
			where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
	);
	const tables = rows
		.map(({ name, columns }) => ({ name: String(name), columns: (columns as unknown[]).map(String) }))
		.filter(({ name }) => !passingTables.has(name));
	return inOrder(
		tables,
		references.map(({ table, target }) => [String(table), String(target)]),
	);
}

function inOrder(tables: TableInfo[], references: [table: string, target: string][]): TableInfo[] {
	const ordered: TableInfo[] = [];
	let left = tables;
	while (left.length > 0) {
		const waiting = new Set(left.map(({ name }) => name));
		const ready = left.filter(
			({ name }) => !references.some(([table, target]) => table === name && waiting.has(target)),
		);
		if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting].join(", ")}`);
		ordered.push(...ready);
		left = left.filter((table) => !ready.includes(table));
	}
	return ordered;
}

/** Writes the results of a query with one text column as lines, a few rows at a time. Needs a transaction. */
export async function spoolLines(tx: Database, query: ReturnType<typeof sql>, path: string): Promise<void> {
	await tx.execute(sql`declare spool no scroll cursor for ${query}`);
	async function* lines() {
		for (;;) {
			const rows = await selectRows(tx, sql`fetch ${sql.raw(String(rowsAtOnce))} from spool`);
			if (rows.length === 0) return;
			yield rows.map(({ line }) => `${line}\n`).join("");
		}
	}
	await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
	await tx.execute(sql`close spool`);
}

/** Every row as one line of JSON, which PostgreSQL converts back to the column types. jsonb has no line breaks. */
export const rowsAsJson = (table: string) => sql`select to_jsonb(t)::text as line from ${identifier(table)} t`;

/**
 * Unfinished jobs as lines of `{ name, data }`, except daily jobs, which are scheduled again anyway. The private link of a
 * guest stays out: an email with a purpose for its link (`linkFor`) gets a new one when it is sent.
 */
export const unfinishedJobs = sql`select jsonb_build_object('name', name, 'data',
		case when data->'content' ? 'linkFor' then data - 'content' else data end)::text as line from pgboss.job
	where state < 'completed' and name not like '\_\_pgboss%' and name not like 'daily-%' order by created_on, id`;

/** Groups lines into batches that are small enough for one statement. */
export async function* inBatches(content: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
	let [batch, size]: [string[], number] = [[], 0];
	for await (const line of linesOf(content)) {
		batch.push(line);
		size += line.length;
		if (size < bytesAtOnce && batch.length < rowsAtOnce) continue;
		yield batch;
		[batch, size] = [[], 0];
	}
	if (batch.length > 0) yield batch;
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = "";
	for await (const chunk of content) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
}

/** Columns that are missing from the backup get their default values. */
export async function insertRows(tx: Database, table: string, columns: string[], rows: string[]): Promise<void> {
	const names = sql.join(columns.map(identifier), sql`, `);
	await tx.execute(
		sql`insert into ${identifier(table)} (${names})
			select ${names} from jsonb_populate_recordset(null::${identifier(table)}, (${`[${rows.join(",")}]`}::text)::jsonb)`,
	);
}

/** Columns with the name of a file. Not those of post pictures: an unused picture's row is deleted anyway. */
const fileColumns = [
	{ table: "job_applications", column: "resume_url", bucket: "resumes" },
	{ table: "quarantine", column: "file", bucket: "quarantine" },
	{ table: "profiles", column: "picture", bucket: "profile-pictures" },
	{ table: "thread_attachments", column: "file", bucket: "mail-attachments" },
	{ table: "inbound_mails", column: "file", bucket: "mail-sources" },
] as const satisfies { table: string; column: string; bucket: Bucket }[];

/** Clears file names whose file is not in this list of `bucket/name`. */
export async function clearMissingFiles(tx: Database, files: string[]): Promise<void> {
	for (const { table, column, bucket } of fileColumns) {
		const name = identifier(column);
		await tx.execute(
			sql`update ${identifier(table)} set ${name} = null where ${name} is not null
				and ${`${bucket}/`} || ${name} not in (select jsonb_array_elements_text(${JSON.stringify(files)}::jsonb))`,
		);
	}
}

/** Advances the sequences past the numbers already in use. */
export async function resetSequences(tx: Database): Promise<void> {
	const sequences = await selectRows(
		tx,
		sql`select s.oid::regclass::text as sequence, c.relname as table, a.attname as column from pg_class s
			join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
			join pg_class c on c.oid = d.refobjid
			join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
			where s.relkind = 'S' and c.relnamespace = 'public'::regnamespace`,
	);
	for (const { sequence, table, column } of sequences) {
		const [name, from, key] = [String(sequence), identifier(String(table)), identifier(String(column))];
		await tx.execute(sql`select setval(${name}::regclass, coalesce(max(${key}), 0) + 1, false) from ${from}`);
	}
}
