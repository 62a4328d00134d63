import { subDays } from "date-fns/subDays";
import type { Deps } from "#platform/deps.server.ts";
import { type PostInput, postInputSchema } from "./posts.schema.ts";
import { createPost } from "./posts.server.ts";

type DemoPost = Partial<PostInput> & { title: string; content: string; daysAgo: number };

/** What lies on an editor's desk beside the starter posts, the oldest first. */
const demoPosts: readonly DemoPost[] = [
	{
		title: "We are moving to the second floor",
		excerpt: "For three weeks in spring the bell on the left was ours.",
		tags: ["House news"],
		status: "archived",
		daysAgo: 29,
		content:
			"<p>The stairs are the same, there are only more of them. Ring twice; the lift rings back.</p><p>Letters find us at the same address.</p>",
	},
	{
		title: "How a call sheet saves a day",
		excerpt: "One page, sent the evening before, and nobody asks where the power outlets are.",
		tags: ["Photography", "How we work"],
		status: "published",
		daysAgo: 5,
		content:
			"<p>A day in the studio costs the same whether forty people wait or work. What decides is a page of paper.</p><h2>What is on it</h2><ul><li><p>Who comes when, and by which door.</p></li><li><p>The order of the pictures, the hardest before lunch.</p></li><li><p>One phone number that somebody answers.</p></li></ul><p>It takes an hour to write. It has never saved less than two.</p>",
	},
	{
		title: "What nobody asks at the end of a press call",
		excerpt: null,
		tags: ["Press releases"],
		status: "draft",
		daysAgo: 2,
		content:
			"<p>“Was there anything you expected me to say?” It is an honest question, and it gets the best answers of the hour.</p><p>Notes for the rest: the bakery, the mill, the silence that is not a no.</p>",
	},
	{
		title: "Night calls, in numbers",
		excerpt: "A year of calls between ten and six.",
		tags: [],
		status: "draft",
		daysAgo: 0,
		content: "<p>Ask Hanne for the figures of November before this goes anywhere.</p>",
	},
];

export async function insertDemoPosts({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	for (const { daysAgo, ...post } of demoPosts) {
		const now = subDays(clock(), daysAgo);
		const published_at = post.status === "draft" ? null : now.toISOString();
		await createPost(db, postInputSchema.parse({ ...post, published_at }), { authorId: null, now });
	}
}
