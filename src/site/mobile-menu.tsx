import { clsx } from "clsx";
import { KeyRound, Menu, Phone, X } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { phoneHref, site } from "#site.config.ts";
import { ButtonLink } from "#ui/button.tsx";
import { isCurrent, mainLinks } from "./navigation.ts";
import { services } from "./services/services.ts";

type MobileMenuProps = { compact: boolean; pathname: string; onToggle: (open: boolean) => void };

/** A popover below the header: the browser opens it (also before scripts have loaded), closes it on Esc and returns the focus. */
export function MobileMenu({ compact, pathname, onToggle }: MobileMenuProps) {
	const [open, setOpen] = useState(false);
	const panel = useRef<HTMLDivElement>(null);

	const close = () => panel.current?.hidePopover();

	const rowLink =
		"flex min-h-12 items-center border-line border-b font-display text-[1.375rem] aria-[current]:font-medium";
	return (
		<div className={clsx("lg:hidden", !compact && "ml-auto")}>
			<button
				type="button"
				popoverTarget="site-menu"
				aria-expanded={open}
				aria-label={open ? "Close menu" : "Open menu"}
				className="-mr-2.5 grid size-11 cursor-pointer place-items-center rounded-sm"
			>
				{open ? <X aria-hidden strokeWidth={1.75} /> : <Menu aria-hidden strokeWidth={1.75} />}
			</button>
			<div
				ref={panel}
				id="site-menu"
				popover="auto"
				onBeforeToggle={(event) => {
					setOpen(event.newState === "open");
					onToggle(event.newState === "open");
				}}
				className={clsx(
					"locks-page fixed inset-x-0 top-auto bottom-0 m-0 w-full overflow-y-auto overscroll-contain bg-paper text-ink on-paper",
					"px-gutter pb-8 open:animate-fade-in",
					compact ? "h-[calc(100dvh-2.5rem)]" : "h-[calc(100dvh-5rem)]",
				)}
			>
				<nav aria-label="Menu" className="grid gap-4">
					<div className="flex flex-wrap justify-between gap-x-6 border-line border-b pb-2">
						<a href={phoneHref} onClick={close} className="flex min-h-11 items-center gap-2.5 font-semibold">
							<Phone aria-hidden className="size-5" strokeWidth={1.75} />
							{site.phone}
						</a>
						{/* In the back office somebody is signed in. */}
						{!compact && (
							<Link to="/auth" onClick={close} className="flex min-h-11 items-center gap-2.5 text-quiet">
								<KeyRound aria-hidden className="size-5" strokeWidth={1.75} />
								Admin Login
							</Link>
						)}
					</div>
					<ul>
						{mainLinks.slice(0, 1).map((link) => (
							<MenuLink key={link.to} {...link} pathname={pathname} onClick={close} className={rowLink} />
						))}
						<li className="border-line border-b py-3">
							<p className="mb-1 font-semibold text-quiet text-small">Services</p>
							<ul className="grid gap-x-6 min-[480px]:grid-cols-2">
								{services.map((service) => (
									<MenuLink
										key={service.slug}
										label={service.title}
										to={service.path}
										pathname={pathname}
										onClick={close}
										className="flex min-h-10.5 items-center gap-3 font-medium"
									/>
								))}
							</ul>
						</li>
						{mainLinks.slice(1).map((link) => (
							<MenuLink key={link.to} {...link} pathname={pathname} onClick={close} className={rowLink} />
						))}
					</ul>
					<ButtonLink to="/book-call" onClick={close} className="mt-2 w-full">
						Book a Call
					</ButtonLink>
				</nav>
			</div>
		</div>
	);
}

type MenuLinkProps = { label: string; to: string; pathname: string; onClick: () => void; className: string };

function MenuLink({ label, to, pathname, ...link }: MenuLinkProps) {
	const current = isCurrent(to, pathname);
	return (
		<li>
			<Link to={to} aria-current={current ? "page" : undefined} {...link}>
				{label}
				{current && <span aria-hidden className="ml-auto h-0.5 w-8 bg-vermilion" />}
			</Link>
		</li>
	);
}
