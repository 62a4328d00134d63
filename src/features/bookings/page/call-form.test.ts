import { expect, test } from "vitest";
import { answeredOnly, bookingFromCallForm, callFormSchema } from "#features/bookings/bookings.schema.ts";

const required = {
	firstName: "Ada",
	lastName: "Byron",
	email: "ada@example.com",
	phone: "(555) 010-0199",
	projectDescription: "We open in spring.",
};

const bookingFrom = (fields: Record<string, string>) =>
	bookingFromCallForm(callFormSchema.parse({ ...required, ...fields }));

// proves S3-call-02, S7-bookings-06, D-bookings-02
test("composes the message of company, industry, timeline and budget, then the description", () => {
	const booking = bookingFrom({ company: "Engine & Co", industry: "technology", timeline: "month", budget: "5k-15k" });
	expect(booking.message).toBe(
		"Company: Engine & Co\nIndustry: Technology\nTimeline: Within a month\nBudget: $5k–$15k\n\nWe open in spring.",
	);
});

// proves S7-bookings-06
test("says 'Not specified' for each that is missing", () => {
	expect(bookingFrom({ company: " ", industry: "", timeline: "" }).message).toBe(
		"Company: Not specified\nIndustry: Not specified\nTimeline: Not specified\nBudget: Not specified\n\nWe open in spring.",
	);
});

test("the visitor's own copy leaves out what the visitor left blank", () => {
	expect(answeredOnly(bookingFrom({}).message ?? "")).toBe("We open in spring.");
	const { message } = bookingFrom({ company: "Engine", projectDescription: "One.\n\nBudget: Not specified" });
	expect(answeredOnly(message ?? "")).toBe("Company: Engine\n\nOne.\n\nBudget: Not specified");
});

// proves S3-call-02, S7-bookings-05, D-bookings-01
test.each([
	["corporate-communications", "Corporate Communications"],
	["brand-development", "Brand Development"],
	["public-relations", "Public Relations"],
	["contact-center", "Contact Center Services"],
	["photography", "Photography"],
	["videography", "Videography"],
	["graphic-design", "Graphic Design"],
	["multiple", "General Consultation"],
	["", "General Consultation"],
])("stores the service interest '%s' as '%s'", (serviceInterest, service_type) => {
	expect(bookingFrom({ serviceInterest }).service_type).toBe(service_type);
});

// proves S7-bookings-05, D-access-02
test("joins the names and begins as new, with no date", () => {
	expect(bookingFrom({ status: "closed" })).toMatchObject({
		name: "Ada Byron",
		status: "new",
		preferred_date: null,
		preferred_time: null,
	});
});

// proves S5-call-01
test.each(Object.keys(required))("demands %s", (field) => {
	expect(callFormSchema.safeParse({ ...required, [field]: "  " }).success).toBe(false);
});

test("refuses an option that the form does not offer", () => {
	expect(callFormSchema.safeParse({ ...required, budget: "everything" }).success).toBe(false);
});
