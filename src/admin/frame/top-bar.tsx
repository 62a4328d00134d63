import { PanelLeft } from "lucide-react";
import { useState } from "react";
import { Sheet, SheetContent, SheetTrigger } from "#ui/sheet.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Palette } from "./palette.tsx";
import { SectionLinks, sidebarTitle } from "./sidebar.tsx";

/**
 * @param props.sections whether this is the whole back office, with the command palette and, on small screens, the
 * drawer of sections
 */
export function TopBar({ sections = false }: { sections?: boolean }) {
	return (
		<div className="sticky top-0 z-30 flex h-12 items-center gap-2 border-border border-b bg-card pr-3 pl-4 md:pr-3.5 md:pl-5">
			{sections && <SectionDrawer />}
			<p className="font-semibold text-sm">Content Manager</p>
			<div className="ml-auto flex items-center gap-1 md:gap-2.5">
				{sections && <Palette />}
				<AccountMenu />
			</div>
		</div>
	);
}

function SectionDrawer() {
	const [open, setOpen] = useState(false);
	return (
		<Sheet open={open} onOpenChange={setOpen}>
			<SheetTrigger aria-label="Sections" className="-ml-3 grid size-11 cursor-pointer place-items-center lg:hidden">
				<PanelLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
			</SheetTrigger>
			<SheetContent title={sidebarTitle} description="Manage your store settings and more">
				<SectionLinks onNavigate={() => setOpen(false)} />
			</SheetContent>
		</Sheet>
	);
}
