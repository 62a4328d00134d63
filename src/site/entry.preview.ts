// What a preview of the site has beside the page's own script: nothing here leaves the preview, and nothing is sent.
import { toast } from "#ui/toast.ts";

const [, , token = ""] = location.pathname.split("/");
const preview = `/preview/${token}`;

/** What isn't a page for everyone opens beside the preview. */
const isElsewhere = (path: string) => /^\/(admin|auth|bookings|search|invoice|call)(\/|$)|\.\w+$/.test(path);

for (const type of ["click", "auxclick"]) addEventListener(type, stayInside, true);

function stayInside({ target }: Event): void {
	const link = target instanceof Element ? target.closest("a") : null;
	if (!link || link.origin !== location.origin || link.pathname.startsWith(preview)) return;
	if (isElsewhere(link.pathname)) link.target = "_blank";
	else link.href = preview + link.pathname + link.search + link.hash;
}

addEventListener("submit", sendNothing, true);

function sendNothing(event: SubmitEvent): void {
	const form = event.target;
	if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
	event.preventDefault();
	event.stopImmediatePropagation();
	void import("#ui/islands/hydrate.tsx").then(({ showToasts }) => {
		showToasts();
		toast({ title: "This Is a Preview", description: "Nothing was sent.", tone: "destructive" });
	});
}
