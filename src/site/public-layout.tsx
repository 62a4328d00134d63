import { use } from "react";
import { Outlet, useLocation } from "react-router";
import { PublicDocumentContext } from "#ui/islands/public-document.tsx";
import { SiteFrame } from "./site-frame.tsx";

export default function PublicLayout() {
	const { previewScript } = use(PublicDocumentContext);
	return (
		<SiteFrame>
			{previewScript && <PreviewBanner />}
			<Outlet />
		</SiteFrame>
	);
}

/** The back office, which shows the page in a frame, takes it out. */
function PreviewBanner() {
	const { pathname } = useLocation();
	return (
		<p data-preview-banner className="bg-gold px-gutter py-2.5 text-center font-semibold text-ink text-small">
			Preview: This shows the site with its drafts. Only people with this link can see it, and forms send nothing.{" "}
			<a href={`/admin/site?path=${encodeURIComponent(pathname)}`} className="underline">
				Edit this page
			</a>
		</p>
	);
}
