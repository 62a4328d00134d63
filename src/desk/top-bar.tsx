import { Globe, PanelLeft, PenLine } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { firm } from "#lib/firm.ts";
import { Pilcrow } from "#ui/logo.tsx";
import { Sheet, SheetContent, SheetTrigger } from "#ui/sheet.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Palette } from "./palette/palette.tsx";
import { SectionLinks, sidebarTitle } from "./sidebar.tsx";

/**
 * @param props.sections whether this is the whole back office, with the command palette and, on small screens, the
 * drawer of sections
 */
export function TopBar({ sections = false }: { sections?: boolean }) {
	return (
		<div className="sticky top-0 z-30 flex h-12 items-center gap-2 border-border border-b bg-card pr-3 pl-4 md:pr-3.5 md:pl-5">
			{sections ? <SectionDrawer /> : <HomeLink />}
			<p className="font-semibold text-sm">Content Manager</p>
			<div className="ml-auto flex items-center gap-1 md:gap-2.5">
				{sections && <Palette />}
				<AccountMenu />
			</div>
		</div>
	);
}

/** On small screens this bar is the only one. */
function HomeLink() {
	const logo = firm().brand?.logo;
	return (
		<a href="/" aria-label={`${firm().name}, home`} className="-ml-3 grid size-11 place-items-center lg:hidden">
			{logo ? <img src={logo.icon} alt="" className="size-7" /> : <Pilcrow className="h-4 text-vermilion" />}
		</a>
	);
}

function SectionDrawer() {
	const sees = useSeesScreen();
	const [open, setOpen] = useState(false);
	return (
		<Sheet open={open} onOpenChange={setOpen}>
			<SheetTrigger aria-label="Sections" className="-ml-3 grid size-11 cursor-pointer place-items-center lg:hidden">
				<PanelLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
			</SheetTrigger>
			<SheetContent title={sidebarTitle} description="Manage your store settings and more">
				<SectionLinks onNavigate={() => setOpen(false)} />
				<a
					href="/"
					className="mt-2 flex h-11 items-center gap-2.5 border-border border-t pl-2.5 font-medium text-muted-foreground no-underline hover:text-foreground"
				>
					<Globe aria-hidden className="size-4" strokeWidth={1.75} />
					View Website
				</a>
				{sees("/admin/site") && (
					<Link
						to="/admin/site"
						className="flex h-11 items-center gap-2.5 pl-2.5 font-medium text-muted-foreground no-underline hover:text-foreground"
						onClick={() => setOpen(false)}
					>
						<PenLine aria-hidden className="size-4" strokeWidth={1.75} />
						Edit Website
					</Link>
				)}
			</SheetContent>
		</Sheet>
	);
}
