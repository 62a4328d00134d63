import { expect, test } from "vitest";
import { sections } from "#desk/sections.ts";
import { commandGroups, matchingGroups } from "./palette-commands.ts";

const labels = (typed: string) => matchingGroups(typed).flatMap(({ commands }) => commands.map(({ label }) => label));

test("offers every section and everything that can be created before anything is typed", () => {
	expect(labels("")).toEqual(expect.arrayContaining(sections.map(({ label }) => label)));
	expect(labels(" ")).toEqual(commandGroups.flatMap(({ commands }) => commands.map(({ label }) => label)));
	const creating = ["Add Booking", "Add Contact", "New Post", "New Invoice", "New Retainer", "New Job"];
	expect(labels("")).toEqual(expect.arrayContaining(creating));
});

test("finds a command by the beginnings and other words for it, in any order", () => {
	expect(labels("invoi")).toEqual(["Invoices", "New Invoice"]);
	for (const words of ["invite", "test email"]) expect(labels(words)).toEqual(["Settings"]);
	for (const word of ["password", "passkey"]) expect(labels(word)).toEqual(["Security"]);
	expect(labels("booking NEW")).toEqual(["Add Booking"]);
	expect(labels("theme da")).toEqual(["Dark Theme"]);
	expect(labels("sign out")).toEqual(["Log out"]);
	expect(labels("calen")).toEqual(["Calendar", "Call Hours", "Busy Times"]);
	expect(labels("call hours")).toEqual(["Call Hours"]);
	for (const word of ["privacy", "erase", "export personal"]) expect(labels(word)).toEqual(["Privacy"]);
	expect(labels("zzz")).toEqual([]);
});
