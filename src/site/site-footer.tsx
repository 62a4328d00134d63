import { type ReactNode, useId } from "react";
import { firm } from "#lib/firm.ts";
import { ButtonAnchor } from "#ui/button.tsx";
import { Logo } from "#ui/logo.tsx";
import { content, services } from "./content/content.tsx";
import { quickLinks } from "./navigation.ts";
import { SocialLinks } from "./social-links.tsx";

const link = "inline-flex min-h-8 items-center underline-offset-4 hover:underline";

export function SiteFooter({ compact = false }: { compact?: boolean }) {
	return compact ? <OfficeFooter /> : <PublicFooter />;
}

function PublicFooter() {
	const { shortName, description, hours, phone, phoneHref, email, emailHref, strapline } = firm();
	const words = content("frame");
	return (
		<footer className="on-ink bg-ink text-[#e9dfe6] text-small">
			<div className="wrap pt-[clamp(3.5rem,6vw,6rem)] pb-24 md:pb-8">
				<div className="grid grid-cols-[minmax(0,max-content)_minmax(6rem,1fr)] gap-x-6 gap-y-10 md:grid-cols-2 md:gap-x-8 xl:grid-cols-[4.4fr_2.4fr_1.8fr_2.6fr]">
					<div className="max-md:col-span-2">
						<p className="mb-5 text-[2.5rem] text-white leading-none">
							<Logo name={shortName} onInk />
						</p>
						<p className="mb-5 max-w-[25em]">{description}</p>
						<SocialLinks />
					</div>
					<FooterList title={words["footer.services"]}>
						{services().map(({ slug, title, path }) => (
							<LinkItem key={slug} to={path} label={title} />
						))}
					</FooterList>
					<FooterList title={words["footer.links"]}>
						{quickLinks().map((link) => (
							<LinkItem key={link.to} {...link} />
						))}
					</FooterList>
					<div className="max-md:col-span-2">
						<FooterList title={words["footer.hours"]}>
							{hours.map(({ days, label }) => (
								<li key={days} className="flex min-h-8 items-center">
									{days} {label}
								</li>
							))}
							<LinkItem to={phoneHref} label={phone} className="mt-3" />
							<LinkItem to={emailHref} label={email} />
						</FooterList>
						<ButtonAnchor href="/book-call" size="sm" className="mt-5">
							{words["footer.button"]}
						</ButtonAnchor>
					</div>
				</div>
				<div className="mt-14 flex flex-wrap items-center gap-x-8 gap-y-2 border-[#4a3043] border-t pt-6 text-[#b9a5b3] text-sm">
					<Copyright />
					<a href="/privacy" className={link}>
						{words["footer.privacy"]}
					</a>
					<span className="md:ml-auto">{strapline}</span>
				</div>
			</div>
		</footer>
	);
}

const LinkItem = ({ to, label, className }: { to: string; label: string; className?: string }) => (
	<li className={className}>
		<a href={to} className={link}>
			{label}
		</a>
	</li>
);

/** One line, below the work area. */
function OfficeFooter() {
	const { phone, phoneHref, email, emailHref } = firm();
	return (
		<footer className="flex flex-wrap items-center gap-x-4 border-border border-t bg-background px-4 md:px-5 py-1.5 text-muted-foreground text-xs">
			<span className="mr-auto max-sm:w-full">
				<Copyright />
			</span>
			{[...quickLinks(), { to: phoneHref, label: phone }, { to: emailHref, label: email }].map(({ to, label }) => (
				<a key={to} href={to} className="inline-flex min-h-6 items-center hover:text-foreground">
					{label}
				</a>
			))}
		</footer>
	);
}

/** The year may pass between the server's rendering and the browser's. */
function Copyright() {
	return (
		<span suppressHydrationWarning>
			© {new Date().getFullYear()} {firm().name}
		</span>
	);
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
	const id = useId();
	return (
		<div>
			<h2 id={id} className="mb-3 font-semibold text-[#b9a5b3] text-label">
				{title}
			</h2>
			<ul aria-labelledby={id}>{children}</ul>
		</div>
	);
}
