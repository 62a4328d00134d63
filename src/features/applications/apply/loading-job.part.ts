/** Without this delay, a job that loads at once would flicker. */
const shownAfterMs = 150;

/** Shows the notice in place of the page after a click on a job, until the browser shows the job. */
export function startLoadingJob(loading: HTMLElement): void {
	let timer = 0;
	const show = (shown: boolean) => {
		for (const part of loading.parentElement?.children ?? []) {
			if (part instanceof HTMLElement) part.hidden = shown !== (part === loading);
		}
	};
	addEventListener("click", (event) => {
		const { target, defaultPrevented, button, ctrlKey, metaKey, shiftKey } = event;
		if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey) return;
		if (!(target instanceof Element) || !target.closest('a[href^="/careers/apply/"]')) return;
		clearTimeout(timer);
		timer = window.setTimeout(show, shownAfterMs, true);
	});
	addEventListener("pagehide", () => {
		clearTimeout(timer);
		show(false);
	});
}
