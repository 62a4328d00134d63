import { z } from "zod";

/** How far back the report can look, in months. */
export const reportLengths = [6, 12, 24] as const;
export const defaultReportLength = 12;

export const reportQuerySchema = z.object({
	months: z.coerce
		.number()
		.pipe(z.union(reportLengths.map((length) => z.literal(length))))
		.default(defaultReportLength),
});

/** A row of numbers, one for each month of the report, oldest first. Null is a month without data. */
export type Series = { name: string; values: (number | null)[] };
