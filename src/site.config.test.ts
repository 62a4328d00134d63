import { expect, test } from "vitest";
import { telAddress } from "./site.config.ts";

test("dials a number of its own country as it is, and one without a country in the firm's", () => {
	expect(telAddress("(555) 010-0142", "1")).toBe("tel:+15550100142");
	expect(telAddress("+49 30 901820", "1")).toBe("tel:+4930901820");
	expect(telAddress("020 7946 0018", "44")).toBe("tel:+4402079460018");
});
