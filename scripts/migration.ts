// npm run migration -- --name what: writes the change of the tables as a migration (drizzle-kit), and into it the triggers
// that follow from the definitions of records (src/records.ts). With --check it writes nothing and fails where some are missing.
import { execFileSync } from "node:child_process";
import { appendFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import type { RecordDefinition } from "#lib/record.ts";
import { records } from "#records.ts";

const logEvents = { insert: "NEW", update: "BOTH", delete: "OLD" } as const;
const transitionTables = {
	NEW: "NEW TABLE AS new_rows",
	OLD: "OLD TABLE AS old_rows",
	BOTH: "OLD TABLE AS old_rows NEW TABLE AS new_rows",
};

/** The triggers that a record needs, by name: it is live, and logged (docs/decisions/016). */
export function triggersOf({ table, live, logged }: RecordDefinition): Map<string, string> {
	const triggers = new Map<string, string>();
	const add = (name: string, rest: string) => triggers.set(name, `TRIGGER ${name} ${rest};`);
	if (live) {
		add(
			`${table}_notify`,
			`AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION notify_change()`,
		);
	}
	if (live?.dated) {
		add(`${table}_touch`, `BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION touch_updated_at()`);
	}
	if (logged) {
		const { as, without = [], secret = [], always, on = ["insert", "update", "delete"] } = logged;
		const parameters = [as, without.join(","), secret.join(","), ...(always ? ["always"] : [])];
		const call = `record_activity(${parameters.map((parameter) => `'${parameter}'`).join(", ")})`;
		for (const event of on) {
			add(
				`${table}_${event}_activity`,
				`AFTER ${event.toUpperCase()} ON ${table} REFERENCING ${transitionTables[logEvents[event]]} FOR EACH STATEMENT EXECUTE FUNCTION ${call}`,
			);
		}
	}
	return triggers;
}

const isOfRecords = /FUNCTION (notify_change|touch_updated_at|record_activity)\(/;

/** What the migrations leave of these kinds of triggers. */
function migratedTriggers(): Map<string, string> {
	const left = new Map<string, string>();
	for (const file of globSync("migrations/*.sql").sort()) {
		const statements = readFileSync(file, "utf8").matchAll(/^(?:CREATE (?:OR REPLACE )?|DROP )(TRIGGER (\w+) .*;)$/gm);
		for (const [statement, trigger = "", name = ""] of statements) {
			if (statement.startsWith("DROP")) left.delete(name);
			else if (isOfRecords.test(trigger)) left.set(name, trigger);
		}
	}
	return left;
}

/** The statements that bring the triggers to what the definitions say. */
function missingStatements(): string[] {
	const migrated = migratedTriggers();
	const wanted = new Map(records.flatMap((record) => [...triggersOf(record)]));
	return [
		...[...wanted]
			.filter(([name, trigger]) => migrated.get(name) !== trigger)
			.map(([, each]) => `CREATE OR REPLACE ${each}`),
		...[...migrated]
			.filter(([name]) => !wanted.has(name))
			.map(([name, trigger]) => `DROP TRIGGER ${name} ON ${/ ON (\w+) /.exec(trigger)?.[1]};`),
	];
}

if (import.meta.main) {
	const missing = missingStatements();
	const parameters = process.argv.slice(2);
	if (parameters.includes("--check")) {
		for (const statement of missing) console.error(`no migration has: ${statement}`);
		process.exitCode = missing.length === 0 ? 0 : 1;
	} else {
		const newest = () => globSync("migrations/*.sql").sort().at(-1) ?? "";
		const before = newest();
		const generate = (...more: string[]) =>
			execFileSync("node_modules/.bin/drizzle-kit", ["generate", ...more, ...parameters], { stdio: "inherit" });
		generate();
		if (missing.length > 0) {
			const triggers = `${missing.join("\n--> statement-breakpoint\n")}\n`;
			if (newest() !== before) appendFileSync(newest(), `\n--> statement-breakpoint\n${triggers}`);
			else {
				generate("--custom");
				// It ends without an error where it could not read a table.
				if (newest() === before) throw new Error("drizzle-kit wrote no migration");
				writeFileSync(newest(), triggers);
			}
		}
	}
}
