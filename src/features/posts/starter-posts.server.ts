import { subDays } from "date-fns/subDays";
import type { Deps } from "#platform/deps.server.ts";
import { type PostFields, postInputSchema } from "./posts.schema.ts";
import { createPost } from "./posts.server.ts";

type StarterPost = Pick<PostFields, "title" | "content" | "tags"> & {
	excerpt: string;
	featured_image: string;
	/** Age of the post when the site is first started. */
	daysAgo: number;
};

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join("");
const list = (tag: "ul" | "ol", ...items: string[]) =>
	`<${tag}>${items.map((item) => `<li><p>${item}</p></li>`).join("")}</${tag}>`;
const heading = (text: string) => `<h2>${text}</h2>`;
const quote = (text: string) => `<blockquote><p>${text}</p></blockquote>`;

/** What a new site has to read, in the firm's voice; newest first. */
export const starterPosts: readonly StarterPost[] = [
	{
		title: "The first line does the work",
		excerpt: "Nobody owes you the second sentence. How to earn it, with four openings we threw away and one we kept.",
		tags: ["Writing", "Press releases"],
		featured_image: "/artwork/feature-first-line.svg",
		daysAgo: 8,
		content: [
			paragraphs(
				"Nobody owes you the second sentence. An editor has three hundred emails before coffee, a customer has one thumb on the back button, and your own staff have heard the word “exciting” before. The first line is the whole pitch. The rest is proof.",
				"Take a bakery that wants to announce a second shop. Its draft begins with how proud everyone is. Pride is a fine thing to have. It is a poor thing to open with, because it is about you.",
			),
			heading("Four we threw away"),
			list(
				"ul",
				"“We are thrilled to announce…” Everyone is thrilled. It is not news.",
				"“In today’s fast-paced world…” The reader lives there. They know.",
				"“Founded in 1987…” Save it for the last paragraph.",
				"“Introducing the future of bread.” It is bread.",
			),
			heading("The one we kept"),
			quote("From Monday you can buy Ana’s rye on the north side of the river."),
			paragraphs(
				"It has a day, a name, a thing and a place. A paper can print it as it is. A neighbor can repeat it over a fence without changing a word, which is the only test that matters.",
				"It also leaves things out. Not a word about the oven, the loan, the third generation. Those are good second sentences. They were only standing in the wrong place.",
			),
			heading("How to find yours"),
			list(
				"ol",
				"Write down what changes, for whom, and from when.",
				"Cross out every word that your competitor could also use.",
				"Say what is left across the street to a friend.",
				"Take out the exclamation mark.",
			),
			paragraphs(
				"What remains is the first line. If nothing remains, you have found out something cheaper than a campaign.",
			),
		].join(""),
	},
	{
		title: "What to say in the first hour",
		excerpt: "Facts, feelings, next update. In that order, and before somebody else tells it for you.",
		tags: ["Crisis"],
		featured_image: "/artwork/feature-rough-weather.svg",
		daysAgo: 22,
		content: [
			paragraphs(
				"Something has gone wrong, and people know. You do not have the whole story yet; you will not have it this week. You do have about an hour in which what you say is heard as an answer, and not as a reaction.",
				"Most firms spend that hour looking for the sentence that makes it go away. There is none. There are three sentences that keep it from getting worse.",
			),
			heading("One: what we know"),
			paragraphs(
				"Facts only, and only those you would still sign tomorrow. “A delivery van was in an accident on Mill Road at 8:40. Two people were hurt.” No causes, no adjectives, no “minor”. A number you have to correct upwards costs more than a number you did not give.",
			),
			heading("Two: who it touches"),
			paragraphs(
				"The people who are hurt, out of pocket or standing in the rain come before the company, in the sentence and in fact. Say what is being done for them now. If nothing is being done yet, that is the first thing to change, not the first thing to phrase.",
			),
			heading("Three: when you will hear from us again"),
			paragraphs("Give a time, and keep it, even if all you have to say then is that you know nothing new."),
			quote("Silence is a statement. It is just not yours."),
			heading("What to leave out"),
			list(
				"ul",
				"“Out of an abundance of caution.” It means you were told to.",
				"“We take this very seriously.” Show it, then there is no need to say it.",
				"“No further comment.” Say when there will be one.",
				"Anything you heard from only one person.",
			),
			paragraphs(
				"Write the three sentences on a card today, with blanks where the facts go. The card will be wrong in its details and right in its order, and the order is what fails people at 8:41.",
			),
		].join(""),
	},
	{
		title: "Count calls, not clippings",
		excerpt: "Coverage is a means. Six numbers that tell you whether it meant anything.",
		tags: ["Measurement", "Public relations"],
		featured_image: "/artwork/feature-what-to-count.svg",
		daysAgo: 43,
		content: [
			paragraphs(
				"A binder of clippings is a fine thing to hold. It is heavy, it has your name in it, and it answers a question nobody in your business is asking. The question is whether anything happened because of it.",
				"Here are six numbers that can be counted by one person with a spreadsheet. None of them is called reach.",
			),
			list(
				"ol",
				"<strong>Calls and inquiries</strong>, by day. Mark the days on which something appeared. If the line does not move, the story did not work, whatever the headline said.",
				"<strong>What people ask for</strong> when they call. If they use your words, the message arrived.",
				"<strong>Who called you</strong>, of the people you wrote to. Ten journalists who answer are worth more than a thousand who are sent.",
				"<strong>Corrections.</strong> How often somebody got it wrong. Falling is good, and it is in your hands.",
				"<strong>Time to the second question.</strong> How long before a customer asks about price instead of what you do.",
				"<strong>Applications.</strong> People who want to work for you read the same papers as everybody else.",
			),
			heading("Count before you start"),
			paragraphs(
				"A number without a number before it is a decoration. Take four weeks of ordinary business and write down all six. That is your line. Everything you do afterwards is compared with it, and not with the year in which a celebrity wore your scarf.",
			),
			quote("If it would not change what you do next, do not measure it."),
			paragraphs("And keep the binder. It is good for Mondays."),
		].join(""),
	},
	{
		title: "How to brief a photographer",
		excerpt: "One page, five questions, and the picture you actually need.",
		tags: [],
		featured_image: "/artwork/feature-both-sides.svg",
		daysAgo: 57,
		content: [
			paragraphs(
				"Most disappointing pictures were taken exactly as ordered. The order was “a few nice shots of the team”. The photographer brought a camera and good manners, the team brought its second-best smile, and everybody went home with a few nice shots.",
				"A brief fits on one page. It answers five questions.",
			),
			heading("Where will it be seen?"),
			paragraphs(
				"A picture for the top of a page is wide and has room for words. A picture for a phone is tall and has one thing in it. A picture for a newspaper survives being printed small in grey. Say which, and say it first.",
			),
			heading("What should people think, in one sentence?"),
			paragraphs(
				"Not a mood. A sentence, with a verb. “They answer at night.” “This is made by hand.” “They would understand my problem.”",
			),
			heading("What must be in it, and what must not?"),
			paragraphs(
				"The new sign, yes. The old logo on the van behind it, no. Walk the room with your phone the day before and look for last year.",
			),
			heading("Who decides?"),
			paragraphs("One person, who is there. A committee can choose among pictures. It cannot take one."),
			heading("What happens if it rains?"),
			paragraphs("It will. Have a second place that is dry, and a third person who can stand in it."),
			quote("The best picture of your company is usually of somebody else: the one you did the work for."),
			paragraphs("Send the page two days ahead, and then let the photographer surprise you with the sixth question."),
		].join(""),
	},
];

/** Publishes the starter posts, dated back from now. For an empty database. */
export async function insertStarterPosts({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
	const now = clock();
	for (const { daysAgo, ...post } of starterPosts.toReversed()) {
		const published = subDays(now, daysAgo);
		const input = postInputSchema.parse({ ...post, status: "published", published_at: published.toISOString() });
		await createPost(db, input, { authorId: null, now: published });
	}
}
