import type { Context } from "hono";
import { Hono } from "hono";
import { createPreview, findPreview, previewKey, revokePreview } from "#features/previews/preview-links.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { verificationNeeded } from "#platform/http/http-errors.server.ts";
import { validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { withCaller } from "#platform/records/record-api.server.ts";
import { discardSchema, draftSchema, publishSchema, siteBodyLimit } from "./site-pages.schema.ts";
import {
	discardDraft,
	getPage,
	listPages,
	listVersions,
	pageNamed,
	publishPage,
	saveDraft,
} from "./site-pages.server.ts";

/** The site's texts: what is typed waits in a draft until it is published. */
export function sitePagesApi({ db, clock, settings }: Pick<Deps, "db" | "clock" | "settings">) {
	const linkKey = previewKey(settings);
	const pageOf = (c: Context<AccountEnv>) => pageNamed(c.req.param("page") ?? "");
	const authorOf = (c: Context<AccountEnv>) => ({ authorId: c.get("account").userId, now: clock() });
	return new Hono<AccountEnv>()
		.get("/", async (c) => c.json({ pages: await listPages(db) }))
		.get("/preview", async (c) => c.json({ link: (await findPreview(db, "site", clock(), linkKey)) ?? null }))
		.post("/preview", async (c) =>
			c.json(await withCaller(db, c, (tx) => createPreview(tx, "site", clock(), linkKey)), 201),
		)
		.delete("/preview", async (c) => {
			await withCaller(db, c, (tx) => revokePreview(tx, "site"));
			return c.body(null, 204);
		})
		.get("/:page", async (c) => c.json(await getPage(db, pageOf(c))))
		.get("/:page/versions", async (c) => c.json({ versions: await listVersions(db, pageOf(c)) }))
		.put("/:page/draft", validateJson(draftSchema, siteBodyLimit), async (c) => {
			const [page, input] = [pageOf(c), c.req.valid("json")];
			return c.json(await withCaller(db, c, (tx) => saveDraft(tx, page, input, authorOf(c))));
		})
		.post("/:page/publish", validateJson(publishSchema), async (c) => {
			const [page, input] = [pageOf(c), c.req.valid("json")];
			// Invoices and emails about payments name the phone and the address (decision 052).
			if (page === "firm" && !c.get("account").isFresh) throw verificationNeeded();
			return c.json(await withCaller(db, c, (tx) => publishPage(tx, page, input, authorOf(c))));
		})
		.post("/:page/discard", validateJson(discardSchema), async (c) => {
			const [page, input] = [pageOf(c), c.req.valid("json")];
			return c.json(await withCaller(db, c, (tx) => discardDraft(tx, page, input, authorOf(c))));
		});
}
