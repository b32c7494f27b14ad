import { isAtLeast, type Role } from './people/roles.ts';

/** Who acts: the wire knows `id` and `role` only; a null actor is somebody who is not signed in. */
export type Actor = { id: string; role: Role };

type Rule = {
	/** The least role; 'anyone' needs no session. */
	role: Role | 'anyone';
	/** Whether this actor may do it to this very subject. Left out: the role decides alone. */
	subject?: (actor: Actor, subject: { userId?: string | null }) => boolean;
};

const ownOrCreator: Rule['subject'] = (actor, subject) =>
	subject.userId === actor.id || isAtLeast(actor.role, 'creator');

/**
 * The only permission table (spec, section 6). A key is an operation's name, is a form's intent.
 * Pages ask it for display, operations for enforcement.
 */
export const policy = {
	'auth.me': { role: 'player' },
	'auth.logout': { role: 'player' },
	'auth.updateUsername': { role: 'player' },
	'profile.setTheme': { role: 'player' },
	'settings.readSite': { role: 'player' },
	'events.list': { role: 'player' },
	'events.listUpcoming': { role: 'player' },
	'events.read': { role: 'player' },
	'events.create': { role: 'creator' },
	'events.update': { role: 'creator' },
	'events.delete': { role: 'creator' },
	'signups.put': { role: 'player' },
	'signups.remove': { role: 'player' },
	'signups.update': { role: 'player', subject: ownOrCreator },
	'signups.listOwn': { role: 'player' },
	'signups.readNotes': { role: 'player', subject: ownOrCreator },
	'comments.list': { role: 'player' },
	'comments.readDiscussion': { role: 'player' },
	'comments.create': { role: 'player' },
	'comments.delete': { role: 'player', subject: ownOrCreator },
	'admin.open': { role: 'admin' },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof policy;

/** Whether `actor` may start `action` at all: the check before anything is read. */
export function mayAttempt(actor: Actor | null, action: Action): boolean {
	const rule: Rule = policy[action];
	if (rule.role === 'anyone') return true;
	return actor !== null && isAtLeast(actor.role, rule.role);
}

/** Whether `actor` may do `action` to `subject` (whose owner is `userId`). */
export function can(actor: Actor | null, action: Action, subject?: { userId?: string | null }): boolean {
	if (!mayAttempt(actor, action)) return false;
	const rule: Rule = policy[action];
	if (!rule.subject || !actor) return true;
	return subject !== undefined && rule.subject(actor, subject);
}
