import type { Context } from "hono";
import { Hono } from "hono";
import { receiveImage } from "#features/images/blog-images.server.ts";
import { createPreview, findPreview, previewKey, revokePreview } from "#features/previews/preview-links.server.ts";
import type { AccountEnv } from "#platform/http/account.server.ts";
import { invalidInput, verificationNeeded } from "#platform/http/http-errors.server.ts";
import { readUpload } from "#platform/http/upload.server.ts";
import { validateJson } from "#platform/http/validate.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { withCaller } from "#platform/records/record-api.server.ts";
import { sees } from "#records.ts";
import type { PageName } from "#site/content/pages.server.ts";
import type { PictureSize } from "#site/content/values/picture-region.ts";
import { logoField, makeLogo } from "./site-logo.server.ts";
import { sitePageRecord } from "./site-pages.record.ts";
import { discardSchema, draftSchema, publishSchema, siteBodyLimit } from "./site-pages.schema.ts";
import {
	discardDraft,
	getPage,
	listPages,
	listVersions,
	pageNamed,
	publishPage,
	saveDraft,
	slotNamed,
} from "./site-pages.server.ts";
import { sizeProblem } from "./site-pictures.server.ts";

/** The site's texts: what is typed waits in a draft until it is published. */
export function sitePagesApi(deps: Deps) {
	const { db, clock, jobs } = deps;
	const linkKey = previewKey(deps.settings);
	/** @throws {HttpError} 404 also for a page that the caller may not see */
	async function pageOf(c: Context<AccountEnv>): Promise<PageName> {
		const name = c.req.param("page") ?? "";
		await c.get("record")({ table: sitePageRecord.table, id: name });
		return pageNamed(name);
	}
	const authorOf = (c: Context<AccountEnv>) => ({ authorId: c.get("account").userId, now: clock(), jobs });
	return new Hono<AccountEnv>()
		.get("/", async (c) => {
			const isSeen = ({ page }: { page: string }) => sees(c.get("account").areas, sitePageRecord.table, page);
			return c.json({ pages: (await listPages(db)).filter(isSeen) });
		})
		.get("/preview", async (c) => c.json({ link: (await findPreview(db, "site", clock(), linkKey)) ?? null }))
		.post("/preview", async (c) =>
			c.json(await withCaller(db, c, (tx) => createPreview(tx, "site", clock(), linkKey)), 201),
		)
		.delete("/preview", async (c) => {
			await withCaller(db, c, (tx) => revokePreview(tx, "site"));
			return c.body(null, 204);
		})
		.post("/logo", async (c) => {
			await using form = await readUpload(c.req.raw, deps.settings, logoField, ["expected_version"]);
			await c.get("checkAccess")?.();
			const draft = draftSchema.parse({
				values: { logo: await makeLogo(form.file) },
				expected_version: Number(form.fields.expected_version) || 0,
			});
			return c.json(await withCaller(db, c, (tx) => saveDraft(tx, "brand", draft, authorOf(c))), 201);
		})
		.get("/:page", async (c) => c.json(await getPage(db, await pageOf(c))))
		.get("/:page/versions", async (c) => c.json({ versions: await listVersions(db, await pageOf(c)) }))
		.put("/:page/draft", validateJson(draftSchema, siteBodyLimit), async (c) => {
			const [page, input] = [await pageOf(c), c.req.valid("json")];
			// What is shown of a file is made by the server alone.
			if (page === "brand" && input.values.logo) throw invalidInput({ logo: "Please choose the file again." });
			return c.json(await withCaller(db, c, (tx) => saveDraft(tx, page, input, authorOf(c))));
		})
		.post("/:page/images/:field", async (c) => {
			const page = await pageOf(c);
			// Once the sender's access has been checked again.
			const accept = (size: PictureSize) => {
				const problem = sizeProblem(slotNamed(page, c.req.param("field")), size);
				if (problem) throw invalidInput({ image: problem });
			};
			return c.json(await receiveImage(c, deps, { accept, isCut: true }), 201);
		})
		.post("/:page/publish", validateJson(publishSchema), async (c) => {
			const [page, input] = [await pageOf(c), c.req.valid("json")];
			// Invoices and emails about payments name the phone and the address (decision 052).
			if ((page === "firm" || page === "brand") && !c.get("account").isFresh) throw verificationNeeded();
			return c.json(await withCaller(db, c, (tx) => publishPage(tx, page, input, authorOf(c))));
		})
		.post("/:page/discard", validateJson(discardSchema), async (c) => {
			const [page, input] = [await pageOf(c), c.req.valid("json")];
			return c.json(await withCaller(db, c, (tx) => discardDraft(tx, page, input, authorOf(c))));
		});
}
