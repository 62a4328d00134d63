import { firm } from "#lib/firm.ts";
import { ButtonAnchor } from "#ui/button.tsx";

/** A link that opens nothing, or nothing that can still be changed: one page for all. */
export function CallLinkProblem({ status, message }: { status: number; message: string }) {
	return (
		<div className="wrap grid justify-items-start gap-5 py-20">
			<h1 className="max-w-read text-balance font-display text-h2">{message}</h1>
			<p className="max-w-read text-lead">
				{status === 410 ? "To ask about it, call us at " : "Check the link in our latest email, or call us at "}
				<a className="rule-link" href={firm().phoneHref}>
					{firm().phone}
				</a>
				. You can also book a new call.
			</p>
			<ButtonAnchor href="/book-call" className="max-md:w-full">
				Book a Call
			</ButtonAnchor>
		</div>
	);
}
