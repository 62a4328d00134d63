import { clsx } from "clsx";
import { KeyRound } from "lucide-react";
import { useLocation } from "react-router";
import { firm } from "#lib/firm.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { Logo } from "#ui/logo.tsx";
import { content } from "./content/content.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { isCurrent, mainLinks } from "./navigation.ts";
import { ServicesDropdown } from "./services-dropdown.tsx";

type SiteHeaderProps = {
	/** 40 px on ink, for the back office, whose work area needs the height; on small screens it has one bar of its own. */
	compact?: boolean;
	/** The id of what lies behind the menu. */
	page: string;
};

export function SiteHeader({ compact = false, page }: SiteHeaderProps) {
	const { pathname } = useLocation();
	const link = navigationLinkClass(compact);
	const [home, ...others] = mainLinks();
	const bookCall = content("frame")["menu.book_call"];
	return (
		<header
			className={clsx(compact ? "relative z-30 bg-ink text-[#e9dfe6] on-ink max-lg:hidden" : "site-header on-band")}
		>
			{/* Where letters are twice their size, the links take a second line. */}
			<div
				className={clsx(
					"flex flex-wrap items-center",
					compact ? "min-h-10 gap-x-1 px-4 text-dense md:px-5" : "wrap min-h-20 gap-x-8",
				)}
			>
				<a
					href="/"
					aria-label={`${spokenName()}, home`}
					className={clsx(
						"flex items-center",
						compact ? "mr-auto h-10 text-[1.15rem] text-paper" : "min-h-11 text-[1.8rem]",
					)}
				>
					<Logo name={firm().shortName} onInk={compact} />
				</a>
				<nav
					aria-label="Main"
					className={clsx("hidden flex-wrap gap-1 lg:flex", !compact && "ml-auto text-[0.96875rem]")}
				>
					<NavigationLink {...home} pathname={pathname} className={link} />
					<ServicesDropdown pathname={pathname} buttonClass={link} />
					{others.map((item) => (
						<NavigationLink key={item.to} {...item} pathname={pathname} className={link} />
					))}
				</nav>
				{compact ? (
					<a href="/book-call" className={clsx(link, "hidden font-semibold text-paper lg:flex")}>
						{bookCall}
					</a>
				) : (
					<div className="hidden items-center gap-3 lg:flex">
						<ButtonAnchor href="/book-call" size="sm">
							{bookCall}
						</ButtonAnchor>
						<a
							href="/auth"
							aria-label="Admin Login"
							title="Admin Login"
							aria-current={isCurrent("/auth", pathname) ? "page" : undefined}
							className="grid size-11 place-items-center rounded-sm hover:bg-ink/7"
						>
							<KeyRound aria-hidden className="size-5" strokeWidth={1.75} />
						</a>
					</div>
				)}
				{!compact && <MobileMenu pathname={pathname} hides={page} />}
			</div>
		</header>
	);
}

/** Who says what they see has said a part of it. */
function spokenName(): string {
	const { name, shortName } = firm();
	return ` ${name} `.includes(` ${shortName} `) ? name : `${shortName}, ${name}`;
}

const navigationLinkClass = (compact: boolean) =>
	clsx(
		"flex cursor-pointer items-center gap-1.5 rounded-sm font-medium",
		"aria-[current]:rounded-b-none",
		// Vermilion would have less than 3:1 on the colored bands.
		compact
			? "h-10 px-2.5 hover:text-paper aria-[current]:shadow-[inset_0_-2px_0_var(--color-vermilion)]"
			: "h-11 px-3.5 hover:bg-ink/7 aria-[current]:shadow-[inset_0_-2px_0_currentColor]",
	);

function NavigationLink(props: { label: string; to: string; pathname: string; className: string }) {
	return (
		<a
			href={props.to}
			aria-current={isCurrent(props.to, props.pathname) ? "page" : undefined}
			className={props.className}
		>
			{props.label}
		</a>
	);
}
