import { answeredMutation, queryClient } from "#admin/session/query-client.ts";
import { holdKeys } from "#ui/focus/held-keys.ts";
import { toast } from "#ui/toast.ts";

type Undo = () => void | Promise<void>;

/** `until` in milliseconds since 1970: a reply can be undone until it leaves. */
type Step = { order: number; undo: Undo; until: number; onlyHere: boolean };

const mostSteps = 20;

/** What Ctrl+Z undoes, in the order in which it was begun. */
let steps: Step[] = [];
let begunCount = 0;
/** What was begun up to then is undone by its toast alone. */
let finalUpTo = 0;
/** So is what was begun on a screen that was left, if it says so. */
let screenBeganAt = 0;
/** A mutation, or what `startChange` has returned. */
const orders = new WeakMap<object, number>();

queryClient.getMutationCache().subscribe((event) => {
	if (event.type === "added" && !event.mutation.meta?.reads) begin(event.mutation);
});

function begin(change: object): void {
	begunCount++;
	orders.set(change, begunCount);
}

/** To be called at the start of a change that isn't a mutation. @returns what its `toastWithUndo` takes */
export function startChange(): object {
	const change = {};
	begin(change);
	return change;
}

/** Ctrl+Z undoes nothing of what was done until now, also if its answer is still to come. */
export function endLastChanges(): void {
	steps = [];
	finalUpTo = begunCount;
}

/** To be called when another screen opens. */
export function endScreenChanges(): void {
	steps = steps.filter(({ onlyHere }) => !onlyHere);
	screenBeganAt = begunCount;
}

/**
 * Shows a toast with a button that undoes what it reports. Ctrl+Z does the same, newest first. To be called as soon as the change is saved.
 * @param undo undefined if the change is final
 * @param change what is reported, if not the mutation that was answered last
 * @param limits until when Ctrl+Z undoes it, and whether only on this screen: what makes a post public is to be seen
 */
export function toastWithUndo(
	content: Omit<Parameters<typeof toast>[0], "action">,
	undo: Undo | undefined,
	change = answeredMutation(),
	{ until = Number.POSITIVE_INFINITY, onlyHere = false } = {},
): void {
	if (!undo) {
		toast(content);
		return;
	}
	const step = { order: (change && orders.get(change)) ?? 0, undo, until, onlyHere };
	if (step.order > (onlyHere ? Math.max(finalUpTo, screenBeganAt) : finalUpTo)) {
		steps = [...steps, step].sort((one, other) => one.order - other.order).slice(-mostSteps);
	}
	function handleUndo(): void {
		steps = steps.filter((each) => each !== step);
		void undo?.();
	}
	toast({ ...content, action: { label: "Undo", onSelect: handleUndo } });
}

/** What is being changed is undone as soon as it is answered, not what was changed before it. */
export function undoLastChange(): void {
	if (isChanging()) void holdKeys(answered().then(undoNewest));
	else undoNewest();
}

function undoNewest(): true {
	steps = steps.filter(({ until }) => until > Date.now());
	const step = steps.pop();
	// The next step is taken once this one has been.
	if (step) void holdKeys(Promise.resolve(step.undo()).then(() => true));
	else toast({ title: "Undo", description: "Nothing more to undo." });
	return true;
}

const isChanging = () => queryClient.isMutating({ predicate: ({ meta }) => !meta?.reads }) > 0;

/** Resolves once nothing is being changed, in a task of its own: the toasts of the changes come before that. */
function answered(): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const stop = queryClient.getMutationCache().subscribe(() => {
		if (isChanging()) return;
		stop();
		setTimeout(resolve);
	});
	return promise;
}
