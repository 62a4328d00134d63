import { format } from "date-fns/format";
import type { ReactNode } from "react";
import { postStatuses, postStatusLabels } from "#features/posts/posts.schema.ts";
import { SelectField, TextArea, TextField } from "#ui/field.tsx";
import { FeaturedImageField, ShareImageField } from "./image-fields.tsx";
import { TagsField } from "./tags-field.tsx";
import type { PostEditorState } from "./use-post-editor.ts";

/** A published post whose date lies ahead is scheduled, and is called so everywhere. */
const statusOptions = (isAhead: boolean) =>
	postStatuses.map((status) => ({
		value: status,
		label: isAhead && status === "published" ? "Scheduled" : postStatusLabels[status],
	}));

/** Where and when the post appears, and how search engines and social networks describe it. */
export function PostSettings({ editor }: { editor: PostEditorState }) {
	const { post, draft, errors, isAhead, saveLabel, change, field } = editor;
	return (
		<div className="grid gap-4 rounded-md border border-border bg-card p-4">
			<SelectField
				dense
				label="Status"
				options={statusOptions(isAhead)}
				hint={
					draft.status === "published" && post?.status !== "published" && !isAhead
						? `“${saveLabel}” will publish the post, too.`
						: undefined
				}
				value={draft.status}
				onChange={(event) => {
					const status = postStatuses.find((each) => each === event.target.value);
					if (status) change({ status });
				}}
			/>
			<PublishDate editor={editor} />
			<FeaturedImageField editor={editor} />
			<TagsField tags={draft.tags} error={errors.tags} onChange={(tags) => change({ tags })} />
			<Group title="Search and Sharing">
				<TextField label="Meta Title" hint="Replaces the title in search results." {...field("meta_title")} />
				<TextArea label="Meta Description" rows={3} {...field("meta_description")} />
				<ShareImageField editor={editor} />
			</Group>
		</div>
	);
}

/** The author's local time, to the minute. The stored date stays as it is until it is changed here. */
function PublishDate({ editor }: { editor: PostEditorState }) {
	const { draft, errors, dateField, changeDate } = editor;
	return (
		<TextField
			dense
			ref={dateField}
			type="datetime-local"
			label="Publish Date"
			// Otherwise a year could be typed with six digits, which Date can't parse.
			max="9999-12-31T23:59"
			error={errors.published_at}
			hint={errors.published_at ? undefined : dateHint(editor)}
			value={draft.published_at ? format(draft.published_at, "yyyy-MM-dd'T'HH:mm") : ""}
			onChange={(event) => {
				const moment = new Date(event.target.value);
				changeDate(Number.isNaN(moment.getTime()) ? null : moment.toISOString());
			}}
		/>
	);
}

function dateHint({
	post,
	draft,
	isAhead,
	publishLabel,
	saveLabel,
	canPublish,
	scheduledFor,
}: PostEditorState): string {
	const isOut = post?.status === "published" && !scheduledFor;
	if (isAhead) {
		if (scheduledFor && !canPublish) {
			return "The post will go live then. To publish it now or make it a draft, clear the date.";
		}
		if (isOut && draft.status !== "published") {
			return `“${saveLabel}” takes the post off the site. Choose “${publishLabel},” and it will go live then.`;
		}
		return isOut
			? "Once saved, the post is off the site until then."
			: `Choose “${publishLabel},” and the post will go live then. To publish it now, clear the date.`;
	}
	if (draft.status !== "published") {
		if (isOut) return `“${saveLabel}” takes the post off the site.`;
		if (scheduledFor && draft.status === "draft") {
			return "The post is no longer scheduled: “Save Changes” makes it a draft, and “Publish” publishes it now.";
		}
		return draft.published_at
			? "“Publish” replaces it with the current time. To keep it, set the status to Published and save."
			: "To schedule the post, choose a future date.";
	}
	return draft.published_at
		? `“Publish” replaces it with the current time; “${saveLabel}” keeps it.`
		: "The post will be dated with the current time.";
}

function Group({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="grid gap-4 border-border border-t pt-4">
			<h2 className="font-semibold text-sm">{title}</h2>
			{children}
		</section>
	);
}
