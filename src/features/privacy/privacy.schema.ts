import { z } from "zod";
import { emailField } from "#lib/fields.ts";

export const personSchema = z.object({ email: emailField });

const mismatchMessage = "Type the same address again to confirm.";

/** Erasing cannot be undone: the address is typed a second time. */
export const erasureSchema = z
	.object({ email: emailField, confirmation: z.string(mismatchMessage).min(1, mismatchMessage) })
	.refine(({ email, confirmation }) => sameAddress(email, confirmation), {
		path: ["confirmation"],
		message: mismatchMessage,
	});

const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
