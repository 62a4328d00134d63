import { type APIRequestContext, expect } from "@playwright/test";
import type { SiteServer } from "./site-server.ts";
import { signInOverHttp } from "./staff.ts";

export type StoredPost = { id: string; slug: string; content: string; status: string; updated_at: string };

/** A post as an admin saves it over HTTP. */
export async function savePost(
	site: Pick<SiteServer, "url">,
	request: APIRequestContext,
	fields: Record<string, unknown>,
	id?: string,
): Promise<StoredPost> {
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	const url = id ? `/api/posts/${id}` : "/api/posts";
	const data = id ? fields : { content: "<p>Text.</p>", ...fields };
	const answer = await request.fetch(url, { method: id ? "PATCH" : "POST", headers, data });
	if (!answer.ok()) throw new Error(`saving a post failed: ${await answer.text()}`);
	return answer.json();
}

/** The page that is in memory goes when the database's notice has arrived. */
export const expectListed = (request: APIRequestContext, title: string) =>
	expect.poll(async () => (await request.get("/blog")).text()).toContain(title);

export async function loadPost(
	site: Pick<SiteServer, "url">,
	request: APIRequestContext,
	id: string,
): Promise<StoredPost> {
	const headers = { authorization: `Bearer ${await signInOverHttp(site)}` };
	return (await request.get(`/api/posts/${id}`, { headers })).json();
}
