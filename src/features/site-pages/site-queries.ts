import { queryOptions } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { blogImagePath } from "#lib/text/rich-text.ts";
import { dayNames } from "#lib/time/day-names.ts";
import type { FieldValue, Weekly } from "#site/content/fields.ts";
import { isLogo } from "#site/content/values/logo-value.ts";
import { isPicture, type PictureValue } from "#site/content/values/picture-value.ts";
import { pictures } from "#site/pictures.ts";
import type { PresentedPage } from "./site-pages.server.ts";

export const loadFailure = "Failed to load the website's texts. Please try again.";

export const siteQuery = queryOptions({
	queryKey: ["site"],
	queryFn: async ({ signal }) =>
		(await parseResponse(api.api.site.$get({}, { init: { signal } }))).pages as PresentedPage[],
	meta: { failure: loadFailure },
});

/** The page as the server has answered it. */
export const keepPage = (saved: PresentedPage) =>
	queryClient.setQueryData(siteQuery.queryKey, (pages) =>
		pages?.map((page) => (page.page === saved.page ? saved : page)),
	);

export type SiteField = PresentedPage["fields"][number];

/** What visitors read of a field. */
export const publishedValue = ({ values }: PresentedPage, { name, original }: SiteField): FieldValue =>
	Object.hasOwn(values, name) ? (values[name] ?? null) : original;

/** What they will read once the draft is published. */
export const draftValue = (page: PresentedPage, field: SiteField): FieldValue =>
	page.draft && Object.hasOwn(page.draft, field.name) ? (page.draft[field.name] ?? null) : publishedValue(page, field);

/** 'hero.second_button' is the 'Second Button' of the 'Hero'. */
export function namesOf({ name, label }: SiteField): { section: string; label: string } {
	const [first = "", second] = name.split(".");
	const words = (text: string) => text.replaceAll("_", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return { section: second ? words(first) : "", label: label ?? words(second ?? first) };
}

const clock = (hour: number) =>
	`${String(Math.floor(hour)).padStart(2, "0")}:${String(Math.round((hour % 1) * 60)).padStart(2, "0")}`;

/** '08:00-17:30', and nothing for a closed day. */
export const hoursText = (day: Weekly[number] | undefined) => (day ? day.map(clock).join("-") : "");

const typedTime = /^(\d{1,2})(?::(\d\d))?\s*([ap])?\.?(?:m\.?)?$/i;

function hourOf(typed: string): number | undefined {
	const [, hour, minutes = "0", half] = typedTime.exec(typed.trim()) ?? [];
	if (hour === undefined) return undefined;
	const whole = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
	return whole + Number(minutes) / 60;
}

/**
 * '08:00-17:30', '9 AM - 5:30 PM', '9 to 5', 'closed', or nothing. What can't be read is sent as it is: the server says what is
 * wrong with it.
 */
export function parseHours(text: string): readonly [number, number] | null | string {
	if (["", "closed"].includes(text.trim().toLowerCase())) return null;
	const [open, close, ...more] = text.split(/[-–]|to/i).map(hourOf);
	if (open === undefined || close === undefined || more.length > 0) return text;
	// No firm closes before it opens: '9-5' ends in the afternoon, and 12 AM is the end of the day.
	if (close === 0) return [open, 24];
	return [open, close <= open && close <= 12 ? close + 12 : close];
}

/** The whole picture, which only staff see; of one that nobody has replaced, the project's own. */
export const pictureAddress = ({ slot }: SiteField, { image }: PictureValue): string | undefined =>
	image === null ? slot && pictures[slot.original].sources.img.src : blogImagePath + image;

/** A value in one text, for search and comparison. */
export function valueText(value: unknown): string {
	if (isPicture(value)) return value.alt;
	if (isLogo(value)) return "A logo of its own";
	if (!Array.isArray(value)) return value === null ? "" : String(value);
	if (value.length === 7 && value.every((day) => day === null || Array.isArray(day)))
		return dayNames.map((name, day) => `${name} ${hoursText(value[day]) || "closed"}`).join(", ");
	return value.map(String).join("\n");
}
