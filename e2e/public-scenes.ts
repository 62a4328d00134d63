import type { Page } from "@playwright/test";
import { openDesk } from "./desk.ts";
import { loseAnswers, press, type Scene } from "./scene.ts";

const services = [
	"corporate-communications",
	"brand-development",
	"public-relations",
	"contact-center",
	"photography",
	"videography",
	"graphic-design",
];

/** Every public page as it is first seen. */
export const publicPages: Scene[] = [
	{ name: "home", path: "/" },
	...services.map((slug) => ({ name: slug, path: `/services/${slug}` })),
	{ name: "blog", path: "/blog" },
	{ name: "article", path: (data) => data.articlePath },
	{ name: "preview", path: (data) => data.previewPath },
	{ name: "careers", path: "/careers" },
	{ name: "apply", path: (data) => data.jobPath },
	{ name: "contact", path: "/contact" },
	{ name: "book-call", path: "/book-call" },
	{ name: "privacy", path: "/privacy" },
	{ name: "search", path: "/search?q=line" },
	{ name: "auth", path: "/auth", prepare: (page) => page.getByRole("tab", { name: "Sign In", exact: true }).waitFor() },
];

/** Their other states. */
export const publicStates: Scene[] = [
	{ name: "menu-open", path: "/", to: 1023, windowOnly: true, prepare: (page) => press(page, "Open menu") },
	{ name: "services-open", path: "/contact", from: 1024, windowOnly: true, prepare: (page) => press(page, "Services") },
	{ name: "contact-errors", path: "/contact", prepare: submitEmpty("Send Message") },
	{ name: "contact-sent", path: "/contact", prepare: sendContact },
	{ name: "contact-lost", path: "/contact", before: loseAnswers("/contact"), prepare: sendContact },
	{ name: "book-call-errors", path: "/book-call", prepare: submitEmpty("Book a Strategy Call") },
	{ name: "apply-errors", path: (data) => data.jobPath, prepare: submitEmpty("Submit Application") },
	{
		name: "resume-dialog",
		path: "/careers",
		windowOnly: true,
		async prepare(page) {
			await press(page, "Send Your Resume");
			await page.getByRole("dialog").waitFor();
		},
	},
	{
		name: "resume-dialog-errors",
		path: "/careers",
		windowOnly: true,
		async prepare(page) {
			await press(page, "Send Your Resume");
			await submitEmpty("Submit Resume")(page);
		},
	},
	{
		name: "lightbox",
		path: "/services/photography",
		windowOnly: true,
		async prepare(page) {
			await page
				.getByRole("link", { name: /^Enlarge/ })
				.first()
				.click();
			await page.getByRole("dialog").waitFor();
		},
	},
	{ name: "newsletter", path: "/blog", prepare: subscribe },
	{ name: "article-wild", path: (data) => data.wildArticlePath },
	{
		name: "link-copied",
		path: (data) => data.articlePath,
		windowOnly: true,
		prepare: (page) => press(page, "Copy link"),
	},
	{ name: "invoice", path: (data) => data.publicInvoicePath, ownPage: true },
	{ name: "sign-up", path: "/auth", prepare: (page) => page.getByRole("tab", { name: "Sign Up" }).click() },
	{ name: "sign-in-refused", path: "/auth", prepare: signInInVain },
	{ name: "sign-up-errors", path: "/auth", prepare: signUpEmpty },
	{
		name: "setup",
		path: "/setup#x",
		ownPage: true,
		prepare: (page) => page.getByRole("heading", { name: "Create the first admin" }).waitFor(),
	},
	{ name: "forgot-password", path: "/auth?view=forgot-password", ownPage: true },
	{ name: "link-sent", path: "/auth?view=forgot-password", prepare: askForLink },
	{
		name: "link-expired",
		path: "/auth#error=access_denied&error_code=otp_expired",
		prepare: (page) => page.getByRole("heading", { name: "This link no longer works" }).waitFor(),
	},
	{
		name: "new-password",
		path: "/auth?view=new-password",
		async prepare(page) {
			await openDesk(page, "/auth?view=new-password");
			await page.getByLabel("New Password").waitFor();
		},
	},
	{
		name: "invitation",
		ownPage: true,
		path: (data) => data.invitationPath,
		prepare: (page) => page.getByRole("heading", { name: /^Join/ }).waitFor(),
	},
	{
		name: "invitation-over",
		path: "/auth?view=invitation#invitation=unknown",
		prepare: (page) => page.getByRole("heading", { name: "This invitation no longer works" }).waitFor(),
	},
	{
		name: "undo-addition",
		path: "/auth?view=undo#undo=unknown",
		prepare: (page) => page.getByRole("heading", { name: "Wasn't this you?" }).waitFor(),
	},
	{
		name: "new-password-proof",
		path: "/auth?view=new-password",
		before: refuseForOldSession,
		prepare: saveNewPassword,
	},
	{ name: "not-found", path: "/no/such/page", ownPage: true },
	{ name: "post-not-found", path: "/blog/no-such-post" },
	{ name: "job-not-found", path: "/careers/apply/no-such-job" },
	{ name: "invoice-not-found", path: "/invoice/no-such-invoice" },
	{ name: "call-link-unknown", path: "/call/no-such-call" },
	{ name: "confirm-link-unknown", path: "/call/confirm/no-such-call" },
];

/** What visitors see of a site that has nothing to show yet. */
export const emptyPublicPages: Scene[] = [
	{ name: "blog-empty", path: "/blog" },
	{ name: "careers-empty", path: "/careers" },
];

/** As the service does ten minutes after a sign-in. */
function refuseForOldSession(page: Page) {
	return page.route("**/auth/v1/user", (route) =>
		route.request().method() === "PUT"
			? route.fulfill({
					status: 403,
					headers: { "X-Supabase-Api-Version": "2024-01-01" },
					json: {
						code: "reauthentication_needed",
						message: "Please enter your current password, or sign in again.",
					},
				})
			: route.fallback(),
	);
}

async function saveNewPassword(page: Page) {
	await openDesk(page, "/auth?view=new-password");
	await page.getByLabel("New Password").fill("another-orchid-78-kettle");
	await page.getByLabel("Confirm Password").fill("another-orchid-78-kettle");
	await page.getByRole("button", { name: "Save Password" }).click();
	await page.getByLabel("Current Password").waitFor();
}

function submitEmpty(button: string) {
	return async (page: Page) => {
		await page.getByRole("button", { name: button }).click();
		await page.getByRole("status").filter({ hasText: "Missing Information" }).first().waitFor();
	};
}

async function sendContact(page: Page) {
	await page.getByLabel("First Name").fill("Ada");
	await page.getByLabel("Last Name").fill("Byron");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByLabel("Message").fill("Half an idea.");
	await page.getByRole("button", { name: "Send Message" }).click();
	await page
		.getByRole("status")
		.filter({ hasText: /Message Sent|Submission Error/ })
		.first()
		.waitFor();
}

async function subscribe(page: Page) {
	await page.getByLabel("Email address").fill("ada@example.com");
	await page.getByRole("button", { name: "Subscribe" }).click();
}

async function signUpEmpty(page: Page) {
	await page.getByRole("tab", { name: "Sign Up" }).click();
	await page.getByRole("button", { name: "Sign Up" }).click();
	await page.locator("[aria-invalid=true]").first().waitFor();
}

async function askForLink(page: Page) {
	await page.getByLabel("Email").fill("nobody@example.com");
	await page.getByRole("button", { name: "Send Link" }).click();
	await page.getByText("If there is an account for nobody@example.com").waitFor();
}

async function signInInVain(page: Page) {
	await page.getByRole("textbox", { name: "Email" }).fill("nobody@example.com");
	await page.getByLabel("Password").fill("not the password");
	await page.getByRole("button", { name: "Sign In", exact: true }).click();
	await page.getByRole("alert").waitFor();
}
