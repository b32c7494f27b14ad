import { isAtLeast, type Role } from './users/roles.ts';

/** The user who performs an operation, or null. The API sends only `id` and `role`. */
export type Actor = {
	id: string;
	role: Role;
	isApiToken?: true;
};

/** What an action is done to: its owner, and whether the actor is a storyteller of its event or group. */
type Subject = { userId?: string | null; isStoryteller?: boolean };

export type Rule = {
	/** The lowest role that is allowed; 'anyone' needs no session. */
	role: Role | 'anyone';
	/** Returns whether this actor may do it to this subject. Without this function, only the role decides. */
	subject?: (actor: Actor, subject: Subject) => boolean;
	/** Whether API tokens are refused: a leaked one must not take over the account or create more. */
	sessionOnly?: true;
};

const isOwnerOrCreator: Rule['subject'] = (actor, subject) =>
	subject.userId === actor.id || isAtLeast(actor.role, 'creator');

const isOwnerStorytellerOrCreator: Rule['subject'] = (actor, subject) =>
	subject.isStoryteller === true || isAtLeast(actor.role, 'creator') || subject.userId === actor.id;

const isStorytellerOrCreator: Rule['subject'] = (actor, subject) =>
	subject.isStoryteller === true || isAtLeast(actor.role, 'creator');

/** Admins delete their own account on their profile, not in the panel. */
const isNotSelf: Rule['subject'] = (actor, subject) => subject.userId !== actor.id;

/**
 * The only permission table (spec, section 6). A key is an operation's name and its form's intent. Pages use
 * it for display, operations for enforcement.
 */
export const policy = {
	'auth.me': { role: 'player' },
	'auth.logout': { role: 'player', sessionOnly: true },
	'auth.updateUsername': { role: 'player' },
	'profile.setTheme': { role: 'player' },
	'profile.read': { role: 'player' },
	'profile.update': { role: 'player' },
	'profile.setSwitches': { role: 'player' },
	'calendar.readLink': { role: 'player', sessionOnly: true },
	'calendar.renewLink': { role: 'player', sessionOnly: true },
	'calendar.revokeLink': { role: 'player' },
	'calendar.readFeed': { role: 'player' },
	'calendar.readEvent': { role: 'player' },
	'profile.delete': { role: 'player', sessionOnly: true },
	'profile.export': { role: 'player' },
	'preferences.read': { role: 'player' },
	'preferences.save': { role: 'player' },
	'linking.check': { role: 'player' },
	'linking.link': { role: 'player', sessionOnly: true },
	'tokens.list': { role: 'player' },
	'tokens.create': { role: 'player', sessionOnly: true },
	'tokens.revoke': { role: 'player' },
	'sessions.list': { role: 'player' },
	'sessions.end': { role: 'player', sessionOnly: true },
	'sessions.endOthers': { role: 'player', sessionOnly: true },
	'users.list': { role: 'player' },
	'users.search': { role: 'player' },
	'settings.readSite': { role: 'player' },
	'events.list': { role: 'player' },
	'events.listUpcoming': { role: 'player' },
	'events.listPast': { role: 'player' },
	'events.read': { role: 'player' },
	'events.watch': { role: 'player' },
	'events.listTimes': { role: 'creator' },
	'events.create': { role: 'creator' },
	'events.update': { role: 'creator' },
	'events.delete': { role: 'creator' },
	'events.cancel': { role: 'creator' },
	'events.reinstate': { role: 'creator' },
	'events.startSeries': { role: 'creator' },
	'events.updateSeries': { role: 'creator' },
	'events.endSeries': { role: 'creator' },
	'events.retryMirror': { role: 'creator' },
	'events.chooseTime': { role: 'creator' },
	'events.postAnnouncement': { role: 'creator' },
	'events.readNudge': { role: 'creator' },
	'events.nudge': { role: 'creator' },
	'messages.send': { role: 'storyteller', subject: isStorytellerOrCreator },
	'images.read': { role: 'player' },
	'images.upload': { role: 'creator' },
	'polls.list': { role: 'player' },
	'polls.read': { role: 'player' },
	'polls.vote': { role: 'player' },
	'polls.create': { role: 'creator' },
	'polls.update': { role: 'creator' },
	'polls.withdraw': { role: 'creator' },
	'polls.choose': { role: 'creator' },
	'storytellers.list': { role: 'player' },
	'places.answer': { role: 'player' },
	'places.callStandbys': { role: 'creator' },
	'places.move': { role: 'creator' },
	'signups.put': { role: 'player' },
	'signups.add': { role: 'creator' },
	'signups.remove': { role: 'player' },
	'signups.update': { role: 'player', subject: isOwnerOrCreator },
	'signups.setRegular': { role: 'player' },
	'signups.endRegular': { role: 'player' },
	'signups.listOwn': { role: 'player' },
	'signups.readNotes': { role: 'player', subject: isOwnerOrCreator },
	'signups.readMembership': { role: 'creator' },
	'signups.readTimes': { role: 'player', subject: isOwnerStorytellerOrCreator },
	'comments.list': { role: 'player' },
	'comments.readDiscussion': { role: 'player' },
	'comments.create': { role: 'player' },
	'comments.delete': { role: 'player', subject: isOwnerOrCreator },
	'scripts.vote': { role: 'player' },
	'scripts.ask': { role: 'creator' },
	'scripts.list': { role: 'player' },
	'scripts.add': { role: 'storyteller' },
	'scripts.delete': { role: 'storyteller', subject: isOwnerOrCreator },
	'groups.read': { role: 'player' },
	'groups.save': { role: 'creator' },
	'groups.edit': { role: 'creator' },
	'groups.nextRound': { role: 'creator' },
	'groups.autoSplit': { role: 'creator' },
	'groups.post': { role: 'creator' },
	'attendance.read': { role: 'player' },
	'attendance.save': { role: 'player', subject: isStorytellerOrCreator },
	'groups.setWinner': { role: 'player', subject: isStorytellerOrCreator },
	'groups.readTable': { role: 'player', subject: isStorytellerOrCreator },
	'groups.readPreferences': { role: 'creator' },
	'botc.next': { role: 'player' },
	'botc.events': { role: 'player' },
	'botc.signup': { role: 'player' },
	'botc.leave': { role: 'player' },
	'botc.notes': { role: 'player' },
	'botc.undo': { role: 'player' },
	'botc.groups': { role: 'player' },
	'botc.plan': { role: 'creator' },
	'discord.listMirrors': { role: 'admin' },
	'discord.retryMirror': { role: 'admin' },
	'discord.readPreflight': { role: 'admin' },
	'discord.listChannels': { role: 'admin' },
	'admin.open': { role: 'admin' },
	'admin.readStats': { role: 'admin' },
	'settings.read': { role: 'admin' },
	'settings.set': { role: 'admin' },
	'settings.save': { role: 'admin' },
	'settings.saveAnnouncements': { role: 'admin' },
	'announcements.postLost': { role: 'admin' },
	'departures.confirm': { role: 'admin' },
	'users.listAll': { role: 'admin' },
	'users.setRole': { role: 'admin' },
	'users.delete': { role: 'admin', subject: isNotSelf },
	'events.listAll': { role: 'admin' },
	'events.matchAll': { role: 'admin' },
	'events.deleteMany': { role: 'admin' },
	'signups.listAll': { role: 'admin' },
	'signups.matchAll': { role: 'admin' },
	'signups.amend': { role: 'creator' },
	'signups.setStatusMany': { role: 'admin' },
	'signups.deleteMany': { role: 'admin' },
	'events.createTemplateWeek': { role: 'admin' },
	'statistics.read': { role: 'admin' },
	'health.read': { role: 'admin' },
	'audit.list': { role: 'admin' },
	'audit.listOwn': { role: 'creator' },
	'audit.undo': { role: 'player' },
	'events.export': { role: 'admin' },
	'signups.export': { role: 'admin' },
	'testEnvironment.read': { role: 'admin' },
	'testEnvironment.createUsers': { role: 'admin' },
	'testEnvironment.createEvent': { role: 'admin' },
	'testEnvironment.signUpUsers': { role: 'admin' },
	'testEnvironment.clearData': { role: 'admin' },
	'testEnvironment.addPreferences': { role: 'admin' },
	'testEnvironment.regeneratePreferences': { role: 'admin' },
	'discord.listEvents': { role: 'admin' },
	'discord.import': { role: 'admin' },
	'users.readServerNames': { role: 'admin' },
	'users.updatePreferredUsernames': { role: 'admin' },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof policy;

/** Returns whether `actor` may start `action` at all. It is checked before any data is read. */
export function canAttempt(actor: Actor | null, action: Action): boolean {
	const rule: Rule = policy[action];
	if (rule.role === 'anyone') return true;
	return actor !== null && isAtLeast(actor.role, rule.role) && !needsSession(actor, action);
}

/** Returns whether `action` is refused because an API token sent the request. */
export function needsSession(actor: Actor, action: Action): boolean {
	const rule: Rule = policy[action];
	return actor.isApiToken === true && rule.sessionOnly === true;
}

/** Returns whether `actor` may do `action` to `subject`; false when the rule needs a missing subject. */
export function can(actor: Actor | null, action: Action, subject?: Subject): boolean {
	if (!canAttempt(actor, action)) return false;
	const rule: Rule = policy[action];
	if (!rule.subject || !actor) return true;
	return subject !== undefined && rule.subject(actor, subject);
}
