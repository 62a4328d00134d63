import { KeyRound, Menu, Phone, X } from "lucide-react";
import { firm } from "#lib/firm.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { content, services } from "./content/content.tsx";
import { isCurrent, mainLinks } from "./navigation.ts";

type MobileMenuProps = {
	pathname: string;
	/** The id of what lies behind it, which `startMenus` makes inert. */
	hides: string;
};

/** A popover below the header: the browser opens it (also without scripts), closes it on Esc and returns the focus. */
export function MobileMenu({ pathname, hides }: MobileMenuProps) {
	const { phone, phoneHref } = firm();
	const words = content("frame");
	const [home, ...others] = mainLinks();
	const rowLink =
		"flex min-h-12 items-center border-line border-b font-display text-[1.375rem] aria-[current]:font-medium";
	return (
		<div className="ml-auto lg:hidden">
			<button
				type="button"
				popoverTarget="site-menu"
				aria-label="Open menu"
				data-label-closed="Open menu"
				data-label-open="Close menu"
				className="group/toggle -mr-2.5 grid size-11 cursor-pointer place-items-center rounded-sm"
			>
				<X aria-hidden strokeWidth={1.75} className="hidden group-aria-expanded/toggle:block" />
				<Menu aria-hidden strokeWidth={1.75} className="group-aria-expanded/toggle:hidden" />
			</button>
			<div
				id="site-menu"
				popover="auto"
				data-hides={hides}
				className="locks-page fixed inset-x-0 top-auto bottom-0 m-0 h-[calc(100dvh-5rem)] w-full overflow-y-auto overscroll-contain bg-paper px-gutter pb-8 text-ink on-paper open:animate-fade-in"
			>
				<nav aria-label="Menu" className="grid gap-4">
					<div className="flex flex-wrap justify-between gap-x-6 border-line border-b pb-2">
						<a href={phoneHref} className="flex min-h-11 items-center gap-2.5 font-semibold">
							<Phone aria-hidden className="size-5" strokeWidth={1.75} />
							{phone}
						</a>
						<a href="/auth" className="flex min-h-11 items-center gap-2.5 text-quiet">
							<KeyRound aria-hidden className="size-5" strokeWidth={1.75} />
							Admin Login
						</a>
					</div>
					<ul>
						<MenuLink {...home} pathname={pathname} className={rowLink} />
						<li className="border-line border-b py-3">
							<p className="mb-1 font-semibold text-quiet text-small">{words["menu.services"]}</p>
							<ul className="grid gap-x-6 min-[480px]:grid-cols-2">
								{services().map((service) => (
									<MenuLink
										key={service.slug}
										label={service.title}
										to={service.path}
										pathname={pathname}
										className="flex min-h-10.5 items-center gap-3 font-medium"
									/>
								))}
							</ul>
						</li>
						{others.map((link) => (
							<MenuLink key={link.to} {...link} pathname={pathname} className={rowLink} />
						))}
					</ul>
					<ButtonAnchor href="/book-call" className="mt-2 w-full">
						{words["menu.book_call"]}
					</ButtonAnchor>
				</nav>
			</div>
		</div>
	);
}

type MenuLinkProps = { label: string; to: string; pathname: string; className: string };

function MenuLink({ label, to, pathname, ...link }: MenuLinkProps) {
	const current = isCurrent(to, pathname);
	return (
		<li>
			<a href={to} aria-current={current ? "page" : undefined} {...link}>
				{label}
				{current && <span aria-hidden className="ml-auto h-0.5 w-8 bg-vermilion" />}
			</a>
		</li>
	);
}
