import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { firmDefaults } from "#site.config.ts";
import type { CallHours, Interval } from "./call-hours.schema.ts";

/** The only row's id. */
export const callHoursId = "ca11ca11-0000-4000-8000-000000000001";

/**
 * When calls may be booked: one row. Everything that takes, moves, or frees time locks it first, so that these
 * transactions follow one another.
 */
export const callHoursTable = pgTable(
	"call_hours",
	{
		id: uuid()
			.primaryKey()
			.default(sql.raw(`'${callHoursId}'`)),
		offered: boolean().notNull().default(true),
		weekly: jsonb().$type<CallHours["weekly"]>().notNull(),
		dates: jsonb().$type<CallHours["dates"]>().notNull().default([]),
		length_minutes: integer().notNull().default(45),
		grid_minutes: integer().notNull().default(30),
		buffer_before_minutes: integer().notNull().default(0),
		buffer_after_minutes: integer().notNull().default(15),
		notice_minutes: integer().notNull().default(120),
		change_notice_minutes: integer().notNull().default(60),
		horizon_days: integer().notNull().default(60),
		calls_at_once: integer().notNull().default(1),
		confirm_by_mail: boolean().notNull().default(false),
	},
	(table) => [check("call_hours_one", sql`${table.id} = ${sql.raw(`'${callHoursId}'`)}`)],
);
export type CallHoursRow = typeof callHoursTable.$inferSelect;

const clockTime = (hour: number) =>
	`${String(Math.floor(hour)).padStart(2, "0")}:${String(Math.round((hour % 1) * 60)).padStart(2, "0")}`;

/** Until staff change them: the opening hours of the file, and the values of the contract. Published hours change no bookable ones. */
export const firstCallHours: CallHours = {
	offered: true,
	weekly: Array.from({ length: 7 }, (_, weekday) =>
		firmDefaults.hours.flatMap(({ weekdays, open, close }): Interval[] =>
			open !== null && close !== null && weekdays.some((each) => each === weekday)
				? [[clockTime(open), clockTime(close)]]
				: [],
		),
	),
	dates: [],
	length_minutes: 45,
	grid_minutes: 30,
	buffer_before_minutes: 0,
	buffer_after_minutes: 15,
	notice_minutes: 120,
	change_notice_minutes: 60,
	horizon_days: 60,
	calls_at_once: 1,
	confirm_by_mail: false,
};
