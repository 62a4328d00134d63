import { type SubmitEvent, useState } from "react";
import { Button } from "#ui/button.tsx";

/** Makes no call and keeps nothing (specification 7), and says so: a form of method "dialog" goes nowhere, with or without scripts. */
export function NewsletterBox({ heading, lead }: { heading: string; lead: string }) {
	const [asked, setAsked] = useState(false);

	function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		setAsked(true);
	}

	return (
		<section
			aria-labelledby="newsletter"
			data-screen-only
			className="on-ink grid gap-7 rounded-sm forced-colors:border bg-ink px-6 py-10 text-paper [--button-hover:var(--color-paper)] md:rounded-none md:rounded-l-[clamp(8rem,18vw,14rem)] md:py-[clamp(2.5rem,5vw,4.5rem)] md:pr-[clamp(1.5rem,5vw,5rem)] md:pl-[clamp(5rem,13vw,11rem)] min-[62rem]:grid-cols-2 min-[62rem]:items-center"
		>
			<div>
				<h2 id="newsletter" className="font-display text-h2">
					{heading}
				</h2>
				<p className="mt-5 max-w-[28em] text-balance text-[#d3c5cf]">{lead}</p>
			</div>
			<form method="dialog" onSubmit={handleSubmit} className="grid gap-3">
				<div className="flex flex-wrap gap-2">
					<input
						type="email"
						required
						autoComplete="email"
						aria-label="Email address"
						placeholder="Your email address"
						className="min-h-13 min-w-0 flex-[1_1_14rem] rounded-sm border border-edge bg-white px-4 text-base text-ink placeholder:text-quiet focus:outline-2 focus:outline-sky focus:outline-offset-2"
					/>
					<Button
						type="submit"
						className="[--primary-foreground:var(--color-ink)] [--primary:var(--color-vermilion)] max-md:w-full"
					>
						Subscribe
					</Button>
				</div>
				<p role="status" className="text-[#d3c5cf] text-small empty:-mt-3">
					{asked &&
						"We don't have a newsletter yet, so we didn't save your address. In the meantime, you'll find all our posts on this page."}
				</p>
			</form>
		</section>
	);
}
