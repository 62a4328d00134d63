import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { fieldErrors } from "#lib/fields.ts";
import { readable } from "#lib/text/text.ts";
import type { AccountEnv } from "./account.server.ts";
import { invalidInput, notFound, unsupportedMediaType } from "./http-errors.server.ts";
import { jsonBodyLimit, readJsonObject } from "./read-body.server.ts";

/** The type that a handler gets from `c.req.valid(target)`, and the type that the typed client must send. */
type Validator<Target extends "json" | "query", Input, Output> = MiddlewareHandler<
	AccountEnv,
	string,
	{ in: { [K in Target]: Input }; out: { [K in Target]: Output } }
>;

/**
 * Requires a JSON object that matches the schema. Fails with 415 or 400 if the body isn't JSON, 413 if it is too
 * large, and 422 with `fields` if it doesn't match.
 */
export function validateJson<Schema extends z.ZodObject>(
	schema: Schema,
	bodyLimit = jsonBodyLimit,
): Validator<"json", z.input<Schema>, z.output<Schema>> {
	return async (c, next) => {
		if (!/^application\/json\b/i.test(c.req.header("content-type") ?? "")) throw unsupportedMediaType();
		const value = await readJsonObject(c.req.raw, bodyLimit);
		await c.get("checkAccess")?.();
		c.req.addValidatedData("json", parse(schema, value));
		await next();
	};
}

/**
 * Requires a query that matches the schema, or fails with 422 and `fields`. Clients send every value as text, of which no
 * schema sees what the database can't take.
 */
export function validateQuery<Schema extends z.ZodObject>(
	schema: Schema,
): Validator<"query", { [K in keyof z.input<Schema>]: string }, z.output<Schema>> {
	return async (c, next) => {
		const query = Object.entries(c.req.query()).map(([name, value]) => [name, readable(value)]);
		c.req.addValidatedData("query", parse(schema, Object.fromEntries(query)));
		await next();
	};
}

/** The id in the path. Anything but a UUID can't exist and must not reach a uuid column. */
export function parseId(value: string, what: string): string {
	if (!z.uuid().safeParse(value).success) throw notFound(what);
	return value;
}

function parse<Schema extends z.ZodObject>(schema: Schema, value: unknown): z.output<Schema> & object {
	const parsed = schema.safeParse(value);
	if (!parsed.success) throw invalidInput(fieldErrors(parsed.error));
	return parsed.data;
}
