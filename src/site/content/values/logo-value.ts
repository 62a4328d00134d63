import { z } from "zod";

/** PNG files in base64: the logo, and a square for tabs and home screens. `name` is made of them. */
export const logoSchema = z.object({
	name: z.string().regex(/^[0-9a-f]{16}$/),
	png: z.base64().max(200_000),
	icon: z.base64().max(200_000),
	width: z.number().int(),
	height: z.number().int(),
});
export type LogoValue = z.infer<typeof logoSchema>;
export const isLogo = (value: unknown): value is LogoValue => logoSchema.safeParse(value).success;
