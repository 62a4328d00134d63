import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import routes from "#routes.ts";
import { deskScreens } from "../e2e/desk-scenes.ts";
import { publicPages, publicStates } from "../e2e/public-scenes.ts";
import { addressOf } from "../e2e/scene.ts";

const addresses = {
	articlePath: "/blog/a-post",
	wildArticlePath: "/blog/another",
	jobPath: "/careers/apply/a-job",
	postPath: "/admin/blogs/edit/a-post",
	previewPath: "/blog/preview/a-token",
	jobEditPath: "/admin/applications/jobs/a-job",
	invoicePath: "/admin/invoices/an-invoice",
	draftInvoicePath: "/admin/invoices/a-draft",
	publicInvoicePath: "/invoice/a-token",
	retainerPath: "/admin/invoices/retainers/1",
	invitationPath: "/auth?view=invitation#invitation=a-token",
};

/** Routes as the router takes them; a page's id is its file. */
const routeObjects = (entries: RouteConfigEntry[]): RouteObject[] =>
	entries.map(({ path, index, file, id, children }) =>
		index
			? { index, path, id: id ?? file }
			: { path, id: id ?? file, ...(children && { children: routeObjects(children) }) },
	);

const pages = (entries: RouteConfigEntry[]): string[] =>
	entries.flatMap(({ id, file, children }) => {
		if (children) return pages(children);
		return file.endsWith(".tsx") ? [id ?? file] : [];
	});

test("pictures and accessibility tests miss no page of the site", () => {
	const objects = routeObjects(routes);
	const seen = [...publicPages, ...publicStates, ...deskScreens].map(
		(scene) => matchRoutes(objects, addressOf(scene, addresses))?.at(-1)?.route.id,
	);
	expect(pages(routes).filter((page) => !seen.includes(page))).toEqual([]);
});
