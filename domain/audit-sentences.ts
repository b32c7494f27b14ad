import {
	type AuditChange,
	type AuditEvent,
	type AuditItem,
	type AuditSubjectType,
	SUBJECT_LABELS,
} from './audit.ts';
import { EVENT_ROLE_SETTINGS } from './discord/event-roles.ts';
import { EVENT_FIELD_USES } from './events/field-uses.ts';
import type { FieldUses } from './events/fields.ts';
import { describeRepeats } from './events/series.ts';
import type { Pause, SeriesRule } from './events/series-rule.ts';
import { formatCount, joinNames } from './format-count.ts';
import { isolate } from './isolate.ts';
import { AUDIT_ITEMS, EASTERN } from './limits.ts';
import type { Action } from './policy.ts';
import { formatShortDate } from './time/format.ts';
import { readWallParts } from './time/wall-parts.ts';
import { formatRestored, type Restored } from './undo.ts';

/** The place of the item's name in a sentence. */
export const ITEM = '{item}';

type Detail = Record<string, unknown>;
type Sentence = string | ((detail: Detail, isMany: boolean) => string);

const lower = (value: unknown) => String(value).toLowerCase();

const FIELD_USES: Record<string, FieldUses | undefined> = EVENT_FIELD_USES;
const describeFields = ({ changed }: Detail) =>
	Array.isArray(changed) && changed.length > 0
		? `the ${joinNames(changed.map((field) => FIELD_USES[String(field)]?.name ?? lower(field)))} of `
		: '';

const describeStatus = ({ from, to }: Detail) =>
	from === to ? `changed ${ITEM}` : `changed ${ITEM} from ${from} to ${to}`;

// The events of a bulk deletion may differ in this.
const describeEventDeletion: Sentence = ({ discordEventDeleted, signups }, isMany) => {
	const isWithSignups = !isMany && Number(signups) > 0;
	const withSignups = isWithSignups ? `, with ${formatCount(Number(signups), 'signup')}` : '';
	return `deleted ${ITEM}${withSignups}${discordEventDeleted && !isMany ? ' and its Discord event' : ''}`;
};

const describeImport: Sentence = ({ signupsImported, usersCreated, usersUpdated }) => {
	const counts = [
		[signupsImported, 'signup'],
		[usersCreated, 'new user'],
		[usersUpdated, 'updated user'],
	] as const;
	const named = counts.flatMap(([count, noun]) =>
		Number(count) > 0 ? [formatCount(Number(count), noun)] : [],
	);
	return `imported ${ITEM} from Discord${named.length > 0 ? `, with ${joinNames(named)}` : ''}`;
};

const describeUndo: Sentence = (detail) => {
	const counts = formatRestored(detail as Restored);
	return `undid ${ITEM}${counts && ` (${counts})`}`;
};

/** Entries of an older version have a number of weeks instead of a rule. */
function describeRepeat({ rule, interval_weeks: weeks, until, pause }: Detail): string {
	const text = describeRepeats({
		rule: (rule ?? { interval_weeks: Number(weeks) }) as SeriesRule,
		until: typeof until === 'string' ? until : null,
		pause: (pause ?? null) as Pause | null,
	});
	return text.charAt(0).toLowerCase() + text.slice(1);
}

const describeBefore = (from: unknown) => (from === undefined ? '' : ` (before: ${from})`);

/**
 * What an actor did, by action; `ITEM` stands for the item, or for the number of items of a bulk change. A
 * detail that can differ between items is shown only for a single one. Only these actions can be written to
 * the audit trail.
 */
const SENTENCES = {
	'users.setRole': ({ from, to, role, by }, isMany) =>
		`set ${ITEM}’s ${isMany ? 'roles' : 'role'} to ${to ?? role}${describeBefore(from)}${by ? ` because of ${by}` : ''}`,
	'users.delete': `deleted ${ITEM}`,
	'users.updatePreferredUsernames': (_, isMany) =>
		`updated the preferred ${isMany ? 'usernames' : 'username'} of ${ITEM} from Discord`,
	'events.create': `created ${ITEM}`,
	'events.chooseTime': `sent our time of ${ITEM} to Discord`,
	'events.update': (detail) => `changed ${describeFields(detail)}${ITEM}`,
	'events.cancel': `cancelled ${ITEM}`,
	'events.reinstate': `reinstated ${ITEM}`,
	'events.startSeries': (detail) => `made ${ITEM} repeat ${describeRepeat(detail)}`,
	'events.updateSeries': (detail) => `changed the series of ${ITEM} to ${describeRepeat(detail)}`,
	'events.endSeries': ({ deleted }) =>
		`ended the series of ${ITEM}${Number(deleted) > 0 ? ` and deleted ${formatCount(Number(deleted), 'later event')}` : ''}`,
	'events.delete': describeEventDeletion,
	'events.deleteMany': describeEventDeletion,
	'events.createTemplateWeek': `created ${ITEM} from the weekly template`,
	'events.nudge': ({ recipients }) =>
		`asked ${formatCount(Number(recipients), 'user')} without a signup about ${ITEM}`,
	'messages.send': ({ to, recipients }) =>
		`sent a message to ${formatCount(Number(recipients), 'player')} ${to === 'waiting' ? 'on the waitlist of' : to === 'group' ? 'of a group of' : 'of'} ${ITEM}`,
	'polls.create': `asked for a date for ${ITEM}`,
	'polls.update': `changed the poll ${ITEM}`,
	'polls.withdraw': `withdrew the poll ${ITEM}`,
	'polls.choose': ({ signups }) =>
		`chose the date of ${ITEM}${Number(signups) > 0 ? `, with ${formatCount(Number(signups), 'signup')}` : ''}`,
	'events.retryMirror': `posted ${ITEM} to Discord again`,
	'events.postAnnouncement': `posted ${ITEM} to Discord again`,
	'discord.retryMirror': `posted ${ITEM} to Discord again`,
	'discord.import': describeImport,
	'attendance.save': ({ players, absent }) =>
		`marked ${formatCount(Number(players), 'player')}${Number(absent) > 0 ? ` (${absent} absent)` : ''} in the roll call of ${ITEM}`,
	'images.upload': `uploaded ${ITEM}`,
	'comments.delete': `deleted ${ITEM}`,
	'groups.save': ({ groups }) =>
		groups === 0
			? `removed all groups of ${ITEM}`
			: `saved ${formatCount(Number(groups), 'group')} of ${ITEM}`,
	'groups.nextRound': ({ round }) => `began round ${round} of ${ITEM}`,
	'groups.edit': `changed the groups of ${ITEM}`,
	'groups.post': `posted the groups of ${ITEM} on Discord`,
	'groups.autoSplit': `used Auto-Split for ${ITEM}`,
	'groups.setWinner': ({ winner }) => `${winner === null ? 'cleared' : 'saved'} a result of ${ITEM}`,
	'scripts.ask': ({ scripts }) =>
		scripts === 0
			? `ended the question about scripts of ${ITEM}`
			: `asked about ${formatCount(Number(scripts), 'script')} for ${ITEM}`,
	'scripts.add': `added the script ${ITEM}`,
	'scripts.delete': `removed ${ITEM} from the library`,
	'settings.set': ({ isSet }) => `${isSet === false ? 'cleared' : 'changed'} ${ITEM}`,
	'departures.confirm': ({ users }) =>
		`confirmed that ${formatCount(Number(users), 'member')} left the server or lost the required role`,
	'places.callStandbys': ({ recipients }) =>
		`called ${formatCount(Number(recipients), 'player')} for ${ITEM}`,
	'places.move': ({ to, reason }) =>
		`${to === 'placed' ? `gave ${ITEM} a place` : `moved ${ITEM} to the waitlist`}${reason ? ` (${reason})` : ''}`,
	'signups.add': (detail) => (detail.from === null ? `added ${ITEM} (${detail.to})` : describeStatus(detail)),
	'signups.amend': describeStatus,
	'signups.update': describeStatus,
	'signups.setStatusMany': ({ from, to }, isMany) =>
		`set ${ITEM} to ${to}${isMany ? '' : describeBefore(from)}`,
	'signups.deleteMany': ({ status }, isMany) =>
		`deleted ${ITEM}${isMany || status === undefined ? '' : ` (status: ${status})`}`,
	'audit.undo': describeUndo,
	'testEnvironment.createUsers': ({ created }) => `created ${formatCount(Number(created), 'test user')}`,
	'testEnvironment.createEvent': `created the test event ${ITEM}`,
	'testEnvironment.signUpUsers': `signed up test users for ${ITEM}`,
	'testEnvironment.clearData': 'cleared the test data',
	'testEnvironment.addPreferences': 'added preferences to test users',
	'testEnvironment.regeneratePreferences': 'regenerated the preferences of test users',
} satisfies { [Name in Action]?: Sentence };

export type AuditedAction = keyof typeof SENTENCES;

const AS_BEFORE = 'The event is as it was before this change.';

/** The actions that can be undone: what an undo has undone, and what it brings back, before it is done. */
const UNDOABLE = {
	'events.delete': {
		undone: `the deletion of ${ITEM}`,
		effect: 'The event comes back with its signups, groups and comments.',
	},
	'events.deleteMany': {
		undone: `the deletion of ${ITEM}`,
		effect: 'The events come back with their signups, groups and comments.',
	},
	'events.endSeries': {
		undone: `the end of the series of ${ITEM}`,
		effect: 'The series goes on, and the events that were deleted with its end come back.',
	},
	'events.cancel': { undone: `the cancellation of ${ITEM}`, effect: 'The event takes place again.' },
	'events.update': { undone: `a change of ${ITEM}`, effect: AS_BEFORE },
	'events.createTemplateWeek': {
		undone: `the creation of ${ITEM} from the weekly template`,
		effect: 'The events that this created are deleted.',
	},
	'polls.update': {
		undone: `a change of the poll ${ITEM}`,
		effect: 'The poll is as it was before this change, with its answers.',
	},
	'polls.withdraw': { undone: `the withdrawal of the poll ${ITEM}`, effect: 'The poll goes on.' },
	'polls.choose': {
		undone: `the choice of the date of ${ITEM}`,
		effect: 'The event is deleted with its signups, and the poll goes on.',
	},
	'signups.add': {
		undone: `a change of ${ITEM}`,
		effect: 'The signup is as it was before: a new one is removed.',
	},
	'signups.deleteMany': { undone: `the deletion of ${ITEM}`, effect: 'The signups come back.' },
	'signups.setStatusMany': {
		undone: `the new status of ${ITEM}`,
		effect: 'The signups have their status of before again.',
	},
	'comments.delete': { undone: `the deletion of ${ITEM}`, effect: 'The comment comes back.' },
	'groups.save': {
		undone: `a change of the groups of ${ITEM}`,
		effect:
			'The groups are as they were before this save. Later saves of them are undone too. What is posted on Discord stays.',
	},
	'settings.set': { undone: `a change of ${ITEM}`, effect: 'The setting has its value of before again.' },
	'users.setRole': { undone: `a change of the role of ${ITEM}`, effect: 'The roles of before are back.' },
} as const satisfies Partial<Record<Action, { undone: string; effect: string }>>;

/** The actions that can be undone; who may do one may undo it. */
export type UndoableAction = keyof typeof UNDOABLE;

/** Returns what the undo of a change brings back, and when it does not. */
export function describeUndoEffect(action: string): string {
	const undoable: Partial<Record<string, { effect: string }>> = UNDOABLE;
	const effect = undoable[action]?.effect ?? AS_BEFORE;
	return action === 'groups.save'
		? effect
		: `${effect} If anything of it has changed since, nothing is undone.`;
}

const describeType = (type: string) => lower(SUBJECT_LABELS[type as AuditSubjectType] ?? type);

const SETTING_NAMES: Record<string, string> = {
	events_banner: 'Events banner',
	discord_event_image: 'Discord event image',
	auto_split_config: 'Auto-Split',
	announcement_channel_id: 'Announcement channel',
	announcement_threads: 'Thread per event',
	announcement_role_id: 'Role to mention',
	role_tonight: EVENT_ROLE_SETTINGS.role_tonight.label,
	role_storytellers_tonight: EVENT_ROLE_SETTINGS.role_storytellers_tonight.label,
	announce_days_before: 'Days before a repeating event',
	reminder_minutes: 'Reminders',
	reminder_way: 'Where reminders are sent',
	link_previews: 'Link previews',
	table_url: 'Online table',
	departures_hold: 'Departures',
};

/** Returns 'Autumn Fair of Fri, Dec 18', with the year when it is not the year of the change. */
function describeEvent({ title, date }: AuditEvent, changedAt: string): string {
	const [year, changedIn] = [date, changedAt].map((instant) => readWallParts(instant, EASTERN).year);
	return `${isolate(title)} of ${formatShortDate(date, EASTERN)}${year === changedIn ? '' : `, ${year}`}`;
}

/** Returns what an item is called in a change at `changedAt` (ISO 8601); 'signup 12' without a name. */
export function describeAuditItem(item: AuditItem, changedAt: string): string {
	const { subject_type: type, subject_id: id, subject_name: name, user_name: userName } = item;
	const unnamed = `${describeType(type)} ${id ?? ''}`.trim();
	const event = item.event && describeEvent(item.event, changedAt);
	switch (type) {
		case 'setting':
			return id === null ? unnamed : `the setting “${SETTING_NAMES[id] ?? id}”`;
		case 'signup':
			return event ? `${userName === null ? 'a' : `${isolate(userName)}’s`} signup for ${event}` : unnamed;
		case 'comment':
			return event ? `${userName === null ? 'a' : `${isolate(userName)}’s`} comment on ${event}` : unnamed;
		case 'change':
			return describeUndone(item, changedAt) ?? unnamed;
		default:
			return event ?? (name === null ? unnamed : isolate(name));
	}
}

function describeUndone({ undone, detail }: AuditItem, changedAt: string): string | null {
	const undoable: Partial<Record<string, { undone: string }>> = UNDOABLE;
	const text = undoable[String(detail.undone)]?.undone;
	if (!undone || !text) return null;
	const { item, count } = undone;
	const items = count > 1 ? describeMany(item, count) : describeAuditItem(item, changedAt);
	return text.replace(ITEM, () => items);
}

/** Returns '28 signups'. More than `AUDIT_ITEMS.counted` are not counted. */
function describeMany(item: AuditItem | undefined, count: number): string {
	const more = count > AUDIT_ITEMS.counted ? 'more than ' : '';
	return `${more}${formatCount(Math.min(count, AUDIT_ITEMS.counted), describeType(item?.subject_type ?? ''))}`;
}

/**
 * Returns the words after the actor's name: 'set {item}’s role to admin'. Several items are shown as their
 * number, with their event when it is the same; when their sentences differ, they are only 'changed'.
 */
export function describeChange({ action, count, items, created_at: changedAt }: AuditChange): string {
	const isMany = count > 1;
	const sentences: Record<string, Sentence> = SENTENCES;
	const sentence = sentences[action] ?? `did “${action}” with ${ITEM}`;
	const texts = new Set(
		items.map(({ detail }) => (typeof sentence === 'string' ? sentence : sentence(detail, isMany))),
	);
	const [text = ''] = texts.size > 1 ? [`changed ${ITEM}`] : texts;
	if (!isMany) return text;
	const itemsText = describeMany(items[0], count) + describeSharedEvent(items, count, changedAt);
	return text.replace(`${ITEM}’s`, `${itemsText}’`).replace(ITEM, itemsText);
}

/** Returns ' for Ravenswood Weekly of Fri, Dec 18' when all items of a change are signups for it, or comments on it. */
function describeSharedEvent(items: readonly AuditItem[], count: number, changedAt: string): string {
	const [first] = items;
	const word = { signup: 'for', comment: 'on' }[first?.subject_type ?? ''];
	const isShared = items.length === count && items.every(({ event }) => event?.id === first?.event?.id);
	return word && first?.event && isShared ? ` ${word} ${describeEvent(first.event, changedAt)}` : '';
}

/** Returns who made a change; an erased user has only an id. */
export function describeActor({ actor_id: id, actor_name: name }: AuditChange): string {
	if (id === null) return 'Automatic:';
	return name === null ? `User ${id} (deleted)` : isolate(name);
}

/** Returns a change as a sentence: 'Priya deleted Ravenswood Weekly of Fri, Dec 18, with 12 signups'. */
export function describeWholeChange(change: AuditChange): string {
	const [item] = change.items;
	const name = item ? describeAuditItem(item, change.created_at) : '';
	return `${describeActor(change)} ${describeChange(change).replace(ITEM, () => name)}`;
}
