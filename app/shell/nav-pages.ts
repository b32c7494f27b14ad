import { type Action, type Actor, can } from '~/domain/policy.ts';

/** The pages of the navigation that not everybody may open, with their actions. */
const PAGES = {
	'/events': 'events.list',
	'/create-event': 'events.create',
	'/admin': 'admin.open',
	'/admin/users': 'users.listAll',
	'/scripts': 'scripts.add',
	'/changes': 'audit.listOwn',
} as const satisfies Record<string, Action>;
export type NavPage = keyof typeof PAGES;

/** Returns the pages that `actor` may open. It runs on the server, so that browsers do not load the policy. */
export const listNavPages = (actor: Actor | null): NavPage[] =>
	(Object.keys(PAGES) as NavPage[]).filter((page) => can(actor, PAGES[page]));
