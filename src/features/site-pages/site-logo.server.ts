import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import { encodePicture, pictureInput, readPicture } from "#platform/files/uploaded-picture.server.ts";
import { invalidInput, notFound } from "#platform/http/http-errors.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import { isLogo, type LogoValue } from "#site/content/values/logo-value.ts";
import { siteDraftsTable, sitePageVersionsTable } from "./site-pages.table.ts";

const megabytes = 1;
export const logoField = { name: "logo", maxBytes: megabytes * 1024 * 1024 } as const;

const [widest, highest, iconSize] = [640, 160, 180];
const iconGround = "#fafaf8";

/** What the site shows of an uploaded logo, without anything else that the file contained. @throws {HttpError} 413 or 422 */
export async function makeLogo(upload: UploadedFile | undefined): Promise<LogoValue> {
	const { format, content } = await readPicture(upload, logoField.name, megabytes);
	if (format !== "png" && format !== "webp") throw invalidInput({ logo: "Please choose a PNG or WebP image." });
	const { default: sharp } = await import("sharp");
	return encodePicture(logoField.name, async () => {
		const picture = () => sharp(content, pictureInput).autoOrient();
		const { data, info } = await picture()
			.resize({ width: widest, height: highest, fit: "inside", withoutEnlargement: true })
			.png({ palette: true })
			.toBuffer({ resolveWithObject: true });
		const icon = await picture()
			.resize({ width: iconSize, height: iconSize, fit: "contain", background: iconGround })
			.flatten({ background: iconGround })
			.png({ palette: true })
			.toBuffer();
		const name = createHash("sha256").update(data).digest("hex").slice(0, 16);
		return {
			name,
			png: data.toString("base64"),
			icon: icon.toString("base64"),
			width: info.width,
			height: info.height,
		};
	});
}

/** GET /:name: of a version that is kept, because emails show it for long, or of the draft. */
export function brandFiles({ db }: Pick<Deps, "db">) {
	return new Hono().get("/:name", async (c) => {
		const [, name = "", icon] = /^([0-9a-f]{16})(-icon)?\.png$/.exec(c.req.param("name")) ?? [];
		const logo = await findLogo(db, name);
		if (!logo) throw notFound("This picture", "Reload the page.");
		const headers = { "content-type": "image/png", "cache-control": "public, max-age=31536000, immutable" };
		return c.body(new Uint8Array(Buffer.from(icon ? logo.icon : logo.png, "base64")), 200, headers);
	});
}

async function findLogo(db: Deps["db"], name: string): Promise<LogoValue | undefined> {
	const { page, values } = sitePageVersionsTable;
	const ofVersion = sql`${values} -> 'logo' -> 'value'`;
	const ofDraft = sql`${siteDraftsTable.fields} -> 'logo' -> 'value'`;
	const [found] = await db
		.select({ logo: ofVersion })
		.from(sitePageVersionsTable)
		.where(and(eq(page, "brand"), sql`${ofVersion} ->> 'name' = ${name}`))
		.unionAll(
			db
				.select({ logo: ofDraft })
				.from(siteDraftsTable)
				.where(and(eq(siteDraftsTable.page, "brand"), sql`${ofDraft} ->> 'name' = ${name}`)),
		)
		.limit(1);
	return isLogo(found?.logo) ? found.logo : undefined;
}
