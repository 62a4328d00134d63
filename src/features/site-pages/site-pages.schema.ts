import { z } from "zod";

/** In bytes: all texts of the longest page at their largest are a fifth of it. */
export const siteBodyLimit = 256 * 1024;

const version = z.number("Please provide the version you read.").int().min(0).max(2_147_483_647);

/** The values of the fields that change; null returns one to its original, and "" leaves a number empty. */
export const draftSchema = z.object({
	values: z.record(z.string().max(100), z.unknown(), "Please provide the texts by field."),
	expected_version: version,
});

/** @property number an earlier version to publish again; 0 for the originals */
export const publishSchema = z.object({ expected_version: version, number: version.optional() });

export const discardSchema = z.object({ expected_version: version });
