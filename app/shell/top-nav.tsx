import type { FormEvent } from 'react';
import { useLocation, useSubmit } from 'react-router';
import { Avatar } from '~/app/ui/avatar.tsx';
import { IconButton } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import {
	CalendarDays,
	CalendarPlus,
	CircleQuestionMark,
	type IconName,
	LogOut,
	Menu as MenuIcon,
	Moon,
	ScrollText,
	Settings,
	ShieldCheck,
	Sun,
	Undo2,
	UserRound,
	UsersRound,
} from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Menu, MenuButton, MenuLink, MenuRule } from '~/app/ui/menu.tsx';
import { Name } from '~/app/ui/name.tsx';
import { useTheme } from '~/app/ui/theme/theme-context.tsx';
import { Logo } from '~/app/ui/town/logo.tsx';
import { type LinkTo, useLinks } from '~/app/ui/use-links.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { ROLE_LABELS } from '~/domain/users/roles.ts';
import type { UserView } from '~/domain/users/schema.ts';
import * as css from './app-shell.css.ts';
import type { NavPage } from './nav-pages.ts';
import { ThemeForm } from './theme-form.tsx';
import { OWN_CHANGES } from './undo-form.tsx';

/** Returns the properties of a link, which marks itself on its own page and on the pages below it. */
type NavLinkTo = (address: string) => ReturnType<LinkTo> & { 'aria-current': 'page' | undefined };

type TopNavProps = {
	user: UserView | null;
	picture: string | null;
	/** The pages that the user may open. */
	pages: readonly NavPage[];
};

/**
 * Renders the navigation: logo, links by permission, theme, user and settings. Below md one menu button holds
 * all of it.
 */
export function TopNav({ user, picture, pages }: TopNavProps) {
	const links = ITEMS.filter(({ to }) => pages.includes(to));
	const linkTo = useLinks();
	const { pathname } = useLocation();
	const isBelow = (address: string) => `${pathname}/`.startsWith(`${address}/`);
	// User management is a page of the admin panel, and has a link of their own.
	const current = links.findLast(({ to }) => isBelow(to))?.to;
	const navLinkTo: NavLinkTo = (address) => ({
		...linkTo(address),
		'aria-current': isBelow(address) && (current ?? address) === address ? 'page' : undefined,
	});
	return (
		<header className={wrap}>
			<nav className={css.nav} aria-label="Main">
				<a {...linkTo('/events')} className={css.navLogo}>
					<Logo />
					Townbell
				</a>
				<div className={css.navLinks}>
					{links.map(({ to, label }) => (
						<a key={to} {...navLinkTo(to)} className={css.navLink}>
							{label}
						</a>
					))}
				</div>
				<ThemeToggle />
				{user && (
					<>
						<NavUser user={user} picture={picture} className={css.navWideOnly} />
						<Menu icon={Settings} label="Settings" align="end" className={css.navWideOnly}>
							<SettingsItems pages={pages} linkTo={navLinkTo} />
						</Menu>
						<Menu icon={MenuIcon} label="Menu" align="end" edge className={css.navNarrowOnly}>
							<NavUser user={user} picture={picture} className={css.navMenuUser} showFullName />
							<MenuRule />
							{links.map(({ to, label, icon }) => (
								<MenuLink key={to} {...navLinkTo(to)} icon={icon}>
									{label}
								</MenuLink>
							))}
							<MenuRule />
							<SettingsItems pages={pages} linkTo={navLinkTo} />
						</Menu>
					</>
				)}
			</nav>
		</header>
	);
}

type NavUserProps = { user: UserView; picture: string | null; className: string; showFullName?: boolean };

function NavUser({ user, picture, className, showFullName }: NavUserProps) {
	const name = formatDisplayName(user);
	return (
		<div className={joinClasses(css.navUser, className)}>
			<Avatar name={name} src={picture} size={36} />
			<span className={joinClasses(css.navNames, !showFullName && css.navShortNames)}>
				<Name className={css.navName} title={name}>
					{name}
				</Name>
				<span className={css.navRole}>{ROLE_LABELS[user.role]}</span>
			</span>
		</div>
	);
}

function SettingsItems({ pages, linkTo }: { pages: readonly NavPage[]; linkTo: NavLinkTo }) {
	const submit = useSubmit();
	const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		void submit(event.currentTarget);
	};
	return (
		<>
			<MenuLink {...linkTo('/profile')} icon={UserRound}>
				Profile
			</MenuLink>
			{pages.includes('/scripts') && (
				<MenuLink {...linkTo('/scripts')} icon={ScrollText}>
					Script library
				</MenuLink>
			)}
			{pages.includes(OWN_CHANGES.to) && (
				<MenuLink {...linkTo(OWN_CHANGES.to)} icon={Undo2}>
					{OWN_CHANGES.label}
				</MenuLink>
			)}
			<MenuLink {...linkTo('/faq')} icon={CircleQuestionMark}>
				Help & FAQ
			</MenuLink>
			<form method="post" action="/logout" onSubmit={handleSubmit}>
				<MenuButton icon={LogOut}>Logout</MenuButton>
			</form>
		</>
	);
}

const ITEMS: readonly { to: NavPage; label: string; icon: IconName }[] = [
	{ to: '/events', label: 'Events', icon: CalendarDays },
	{ to: '/create-event', label: 'Create Event', icon: CalendarPlus },
	{ to: '/admin', label: 'Admin', icon: ShieldCheck },
	{ to: '/admin/users', label: 'User Management', icon: UsersRound },
];

function ThemeToggle({ className }: { className?: string }) {
	const theme = useTheme();
	const otherTheme = theme === 'dark' ? 'light' : 'dark';
	return (
		<ThemeForm className={className}>
			<IconButton icon={theme === 'dark' ? Sun : Moon} label={`Switch to ${otherTheme} theme`} />
		</ThemeForm>
	);
}
