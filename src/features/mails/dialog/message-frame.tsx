import { clsx } from "clsx";

/** In front of everything else in the message: it loads nothing, and its scripts, should it have any, do not run. */
const policy =
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">";

/** Mail programs give a message no margin, and a white one stands out in the dark. */
const edgeToEdge = "<style>body{margin:0!important}</style>";

type MessageFrameProps = {
	html: string;
	/** Styles before those of the message. */
	style?: string;
	title?: string;
	sandbox?: string;
	className: string;
};

/** An email as its recipient sees it. */
export function MessageFrame({ html, style = edgeToEdge, className, ...frame }: MessageFrameProps) {
	return (
		<iframe
			title="Message"
			sandbox=""
			{...frame}
			srcDoc={`<!doctype html>${policy}${style}${html}`}
			className={clsx(
				"w-full rounded-sm border border-border bg-white focus:outline-2 focus:outline-ring focus:outline-offset-2",
				className,
			)}
		/>
	);
}
