import { useQuery } from "@tanstack/react-query";
import {
	CalendarClock,
	ChartColumn,
	ImageOff,
	ImageUp,
	LogOut,
	type LucideIcon,
	Monitor,
	Moon,
	Settings,
	ShieldCheck,
	Sun,
} from "lucide-react";
import { Link } from "react-router";
import { useSeesScreen } from "#admin/access/screen-access.ts";
import { LogOutQuestion, useLogOut } from "#admin/editing/log-out.tsx";
import { describeAccount } from "#admin/session/account.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { useProfilePicture } from "#admin/session/profile-picture.tsx";
import { useIsAdmin } from "#admin/session/use-is-admin.ts";
import { busyTimesQuery } from "#features/bookings/busy/busy-times-query.ts";
import { Avatar } from "#ui/avatar.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuLabel,
	DropdownMenuRadioGroup,
	DropdownMenuRadioItem,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "#ui/dropdown-menu.tsx";
import { setTheme, themes, useTheme } from "./theme.tsx";

const themeLabels = { system: "System", light: "Light", dark: "Dark" };
const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/** Shows whose account it is, since a crafted link can sign a visitor in to someone else's (contracts: auth 12.4). */
export function AccountMenu() {
	const { owner } = useAuth();
	const logOut = useLogOut();
	const isAdmin = useIsAdmin();
	const sees = useSeesScreen();
	const picture = useProfilePicture();
	if (!owner) return null;
	const account = describeAccount(owner, window.location.origin);
	const hasFactor = owner.factors?.some(({ status }) => status === "verified");
	return (
		<DropdownMenu>
			<LogOutQuestion />
			{picture.input}
			<DropdownMenuTrigger className="grid size-11 cursor-pointer place-items-center rounded-full">
				<span className="sr-only">My Account: {account.email}</span>
				<Avatar source={picture.address ?? account.picture} initials={account.initials} />
			</DropdownMenuTrigger>
			<DropdownMenuContent align="end" alignOffset={6} className="w-60">
				<DropdownMenuLabel className="grid gap-0.5">
					<span className="text-muted-foreground text-xs">My Account</span>
					{account.name && <span className="truncate font-semibold">{account.name}</span>}
					<span className="truncate">{account.email}</span>
				</DropdownMenuLabel>
				<DropdownMenuSeparator />
				{isAdmin && (
					<DropdownMenuItem disabled={picture.isBusy} onSelect={picture.choose}>
						<ImageUp aria-hidden="true" strokeWidth={1.75} />
						{picture.address ? "Change Picture" : "Add a Picture"}
					</DropdownMenuItem>
				)}
				{picture.address && (
					<DropdownMenuItem disabled={picture.isBusy} onSelect={picture.remove}>
						<ImageOff aria-hidden="true" strokeWidth={1.75} />
						Remove Picture
					</DropdownMenuItem>
				)}
				{(isAdmin || picture.address) && <DropdownMenuSeparator />}
				<ThemeChoice />
				<DropdownMenuSeparator />
				{isAdmin && (
					<>
						<MenuLink to="/admin/settings" icon={Settings} label="Settings" />
						{sees("/admin/report") && <MenuLink to="/admin/report" icon={ChartColumn} label="Report" />}
						<BusyTimesLink />
					</>
				)}
				<MenuLink
					to="/account/security"
					icon={ShieldCheck}
					label="Security"
					{...(!hasFactor && { note: "No second step yet" })}
				/>
				<DropdownMenuItem title="Ends your sessions on all devices" onSelect={logOut}>
					<LogOut aria-hidden="true" strokeWidth={1.75} />
					Log out
				</DropdownMenuItem>
			</DropdownMenuContent>
		</DropdownMenu>
	);
}

function MenuLink({ to, icon: Icon, label, note }: { to: string; icon: LucideIcon; label: string; note?: string }) {
	return (
		<DropdownMenuItem asChild>
			<Link to={to}>
				<Icon aria-hidden="true" strokeWidth={1.75} />
				<span className="grid">
					{label}
					{note && <span className="text-muted-foreground text-xs">{note}</span>}
				</span>
			</Link>
		</DropdownMenuItem>
	);
}

/** Says why a calendar of the account's own can't be read. */
function BusyTimesLink() {
	const { data } = useQuery(busyTimesQuery);
	const failure = data?.sources.find(({ is_unread }) => is_unread)?.failure;
	return (
		<MenuLink
			to="/account/busy-times"
			icon={CalendarClock}
			label="Busy Times"
			{...(failure && { note: `Your calendar can't be read. ${failure}` })}
		/>
	);
}

function ThemeChoice() {
	const theme = useTheme();
	return (
		<DropdownMenuRadioGroup value={theme}>
			<DropdownMenuLabel className="text-muted-foreground text-xs">Appearance</DropdownMenuLabel>
			{themes.map((choice) => {
				const Icon = themeIcons[choice];
				return (
					<DropdownMenuRadioItem key={choice} value={choice} onSelect={() => setTheme(choice)}>
						<Icon aria-hidden="true" strokeWidth={1.75} />
						{themeLabels[choice]}
					</DropdownMenuRadioItem>
				);
			})}
		</DropdownMenuRadioGroup>
	);
}
