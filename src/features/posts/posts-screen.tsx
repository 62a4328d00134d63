import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { format } from "date-fns/format";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import { Link, useNavigate } from "react-router";
import { useNow } from "#admin/record/now.ts";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import type { Narrowing } from "#admin/table/list-filter-bar.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { preview } from "#lib/text/text.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { CountBadge, StatusBadge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/desk-buttons.tsx";
import { UnsavedPosts } from "./editor/unsaved-posts.tsx";
import { PostActions } from "./post-actions.tsx";
import { unsavedPostsQuery } from "./post-query.ts";
import { editPostPath, type ListedPost, postsCsv, postsList, postsSearch } from "./posts.list.ts";
import { countPublished, dateAhead, isLive, isScheduled, postStatusLabels, postStatusTones } from "./posts.schema.ts";
import { writeAhead } from "./schedule.ts";

export const meta = () => unlistedMeta("Blog Posts");

export default function PostsScreen() {
	const navigate = useNavigate();
	const narrowings = usePublicationFilter();
	const { isPending } = useQuery(unsavedPostsQuery);
	return (
		<ListScreen
			list={postsList}
			title="Blog Posts"
			subtitle="Create and manage blog content for your website"
			action={
				<ButtonLink to="/admin/blogs/new" variant="primary" icon={Plus}>
					New Post
				</ButtonLink>
			}
			summary={(rows) => <PublishedCounts rows={rows} />}
			csv={postsCsv}
			nameOf={(row) => row.title}
			above={() => <UnsavedPosts />}
			waiting={isPending}
			narrowings={narrowings}
			searchPlaceholder="Search by title, content, or tags..."
			search={postsSearch}
			columns={columns}
			empty={{
				title: "No blog posts found",
				hint: "Get started by creating your first blog post",
				action: <ButtonLink to="/admin/blogs/new">Create Your First Post</ButtonLink>,
			}}
			onOpen={(row) => void navigate(editPostPath(row.id))}
		/>
	);
}

/** Beside the specified status, which is the same before and after a post goes live. */
function usePublicationFilter(): readonly Narrowing<ListedPost>[] {
	const now = useNow();
	return useMemo(
		() => [
			{
				name: "publication",
				label: "Publication",
				all: "All Posts",
				options: [
					{ value: "live", label: "Live" },
					{ value: "scheduled", label: "Scheduled" },
				],
				matches: (row, value) => (value === "scheduled" ? isScheduled(row, now) : isLive(row, now)),
			},
		],
		[now],
	);
}

/** What the public sees, and apart from it what it will. */
function PublishedCounts({ rows }: { rows: readonly ListedPost[] }) {
	const { live, scheduled } = countPublished(rows, useNow());
	return (
		<>
			{live > 0 && <CountBadge tone="green">{live.toLocaleString("en-US")} published</CountBadge>}
			{scheduled > 0 && <CountBadge tone="blue">{scheduled.toLocaleString("en-US")} scheduled</CountBadge>}
		</>
	);
}

const previewLength = 150;
const shownTags = 3;

const columns: readonly Column<ListedPost>[] = [
	{
		header: "Title",
		width: "minmax(0,2fr)",
		// A title is what a post is found by: it gets the room first.
		narrowWidth: "minmax(0,1.9fr)",
		card: cardPlaces.head,
		cell: (row) => (
			<>
				<div className="max-md:min-h-10 max-md:pr-26">
					<p
						dir="auto"
						className="line-clamp-2 text-left font-semibold leading-4 wrap-anywhere max-md:text-[0.9375rem] max-md:leading-5"
					>
						<Link to={editPostPath(row.id)} className="no-underline underline-offset-2 hover:underline">
							{row.title}
						</Link>
					</p>
				</div>
				{row.excerpt && (
					<p
						dir="auto"
						className="line-clamp-1 text-left text-muted-foreground text-xs leading-4 wrap-anywhere max-md:mt-1.5 max-md:line-clamp-2 max-md:text-dense"
					>
						{row.excerpt}
					</p>
				)}
			</>
		),
	},
	{
		header: "Content Preview",
		width: "minmax(0,2fr)",
		narrowWidth: "minmax(0,1.4fr)",
		card: "max-md:col-span-2 max-md:row-start-2",
		cell: (row) => (
			<p
				dir="auto"
				className={clsx(
					"line-clamp-3 text-left text-muted-foreground text-xs leading-4 wrap-break-word md:max-xl:hyphens-auto max-md:text-dense",
					// A card is read at a glance: one summary is enough.
					row.excerpt && "max-md:hidden",
				)}
			>
				{preview(row.text, previewLength)}
			</p>
		),
	},
	{
		header: "Status",
		width: "7rem",
		narrowWidth: "6.5rem",
		card: cardPlaces.status,
		cell: (row) => <PostStatusCell post={row} />,
	},
	{
		header: "Tags",
		width: "minmax(0,1.4fr)",
		narrowWidth: "minmax(0,1.1fr)",
		card: "max-md:col-span-2 max-md:row-start-3",
		cell: (row) => <TagsCell tags={row.tags} />,
	},
	{
		header: "Updated",
		width: "9.25rem",
		narrowWidth: "5.5rem",
		card: "max-md:col-span-2 max-md:row-start-4",
		cardLabel: "Updated",
		cell: (row) => <RelativeTime at={row.updated_at} />,
	},
	{
		header: "Actions",
		width: "15.25rem",
		narrowWidth: "11.5rem",
		card: "max-md:col-span-2 max-md:row-start-5",
		cell: (row) => <PostActions post={row} />,
	},
];

function PostStatusCell({ post }: { post: ListedPost }) {
	const { status, published_at } = post;
	const now = useNow();
	const scheduled = isScheduled(post, now);
	const planned = status === "draft" && dateAhead(published_at, now);
	return (
		<>
			<StatusBadge tone={scheduled ? "blue" : postStatusTones[status]}>
				{scheduled ? "Scheduled" : postStatusLabels[status]}
			</StatusBadge>
			{status === "published" && published_at && (
				<p className="mt-0.5 whitespace-nowrap text-muted-foreground text-xs">
					<time dateTime={published_at}>
						{scheduled ? writeAhead(published_at, now) : format(published_at, "MMM dd, yyyy")}
					</time>
				</p>
			)}
			{planned && (
				<p className="mt-0.5 whitespace-nowrap text-muted-foreground text-xs">
					<span className="sr-only">Planned for </span>
					<time dateTime={planned}>{writeAhead(planned, now)}</time>
				</p>
			)}
		</>
	);
}

function TagsCell({ tags }: { tags: readonly string[] }) {
	const more = tags.length - shownTags;
	return (
		<ul aria-label="Tags" className="flex flex-wrap gap-x-1 gap-y-0.5">
			{tags.slice(0, shownTags).map((tag) => (
				<li
					key={tag}
					className="max-w-full truncate rounded-sm bg-secondary px-1.5 text-secondary-foreground text-xs leading-4"
				>
					{tag}
				</li>
			))}
			{more > 0 && <li className="text-muted-foreground text-xs leading-4">+{more}</li>}
		</ul>
	);
}
