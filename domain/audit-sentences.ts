import { type AuditChange, type AuditItem, SUBJECT_LABELS } from './audit.ts';
import { formatCount, joinNames } from './format-count.ts';
import { isolate } from './isolate.ts';
import { AUDIT_ITEMS } from './limits.ts';
import type { Action } from './policy.ts';

/** The place of the item's name in a sentence. */
export const ITEM = '{item}';

type Detail = Record<string, unknown>;
type Sentence = string | ((detail: Detail, isMany: boolean) => string);

const lower = (value: unknown) => String(value).toLowerCase();

const FIELD_NAMES: Record<string, string> = { storytellerIds: 'storytellers', imageId: 'image' };
const describeFields = ({ changed }: Detail) =>
	Array.isArray(changed) && changed.length > 0
		? `the ${joinNames(changed.map((field) => FIELD_NAMES[String(field)] ?? lower(field)))} of `
		: '';

const describeStatus = ({ from, to }: Detail) =>
	from === to ? `changed ${ITEM}` : `changed ${ITEM} from ${from} to ${to}`;

// The events of a bulk deletion may differ in this.
const describeEventDeletion: Sentence = ({ discordEventDeleted }, isMany) =>
	`deleted ${ITEM}${discordEventDeleted && !isMany ? ' and its Discord event' : ''}`;

const describeBefore = (from: unknown) => (from === undefined ? '' : ` (before: ${from})`);

/**
 * What an actor did, by action; `ITEM` stands for the item, or for the number of items of a bulk change. A detail that
 * can differ between the items of one operation is shown only for a single item.
 */
const SENTENCES: { [Name in Action]?: Sentence } = {
	'users.setRole': ({ from, to, role, by }, isMany) =>
		`set ${ITEM}’s ${isMany ? 'roles' : 'role'} to ${to ?? role}${describeBefore(from)}${by ? ` because of ${by}` : ''}`,
	'users.delete': `deleted ${ITEM}`,
	'users.updatePreferredUsernames': (_, isMany) =>
		`updated the preferred ${isMany ? 'usernames' : 'username'} of ${ITEM} from Discord`,
	'events.create': `created ${ITEM}`,
	'events.update': (detail) => `changed ${describeFields(detail)}${ITEM}`,
	'events.cancel': `cancelled ${ITEM}`,
	'events.reinstate': `reinstated ${ITEM}`,
	'events.startSeries': ({ interval_weeks: weeks }) =>
		`made ${ITEM} repeat ${weeks === 1 ? 'every week' : `every ${weeks} weeks`}`,
	'events.endSeries': `ended the series of ${ITEM}`,
	'events.delete': describeEventDeletion,
	'events.deleteMany': describeEventDeletion,
	'events.createTemplateWeek': `created ${ITEM} from the weekly template`,
	'events.nudge': ({ recipients }) =>
		`asked ${recipients === 1 ? '1 user' : `${recipients} users`} without a signup about ${ITEM}`,
	'events.retryMirror': `posted ${ITEM} to Discord again`,
	'events.postAnnouncement': `posted ${ITEM} to Discord again`,
	'discord.retryMirror': `posted ${ITEM} to Discord again`,
	'discord.import': ({ signupsImported, usersCreated, usersUpdated }) =>
		`imported ${ITEM} from Discord (signups: ${signupsImported}, new users: ${usersCreated}, updated users: ${usersUpdated})`,
	'attendance.save': ({ players }) =>
		`marked in the roll call of ${ITEM}: ${formatCount(Number(players), 'player')}`,
	'images.upload': `uploaded ${ITEM}`,
	'comments.delete': `deleted ${ITEM}`,
	'groups.save': ({ groups }) =>
		groups === 0
			? `removed all groups of ${ITEM}`
			: `saved ${groups === 1 ? '1 group' : `${groups} groups`} of ${ITEM}`,
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
		`called ${recipients === 1 ? '1 player' : `${recipients} players`} for ${ITEM}`,
	'places.move': ({ to, reason }) =>
		`${to === 'placed' ? `gave ${ITEM} a place` : `moved ${ITEM} to the waitlist`}${reason ? ` (${reason})` : ''}`,
	'signups.amend': describeStatus,
	'signups.update': describeStatus,
	'signups.setStatusMany': ({ from, to }, isMany) =>
		`set ${ITEM} to ${to}${isMany ? '' : describeBefore(from)}`,
	'signups.deleteMany': ({ status }, isMany) =>
		`deleted ${ITEM}${isMany || status === undefined ? '' : ` (status: ${status})`}`,
	'audit.undo': ({ events, signups, groups, comments }) =>
		`undid ${ITEM} (events: ${events}, signups: ${signups}, groups: ${groups}, comments: ${comments})`,
	'testEnvironment.createUsers': ({ created }) => `created ${formatCount(Number(created), 'test user')}`,
	'testEnvironment.createEvent': `created the test event ${ITEM}`,
	'testEnvironment.signUpUsers': `signed up test users for ${ITEM}`,
	'testEnvironment.clearData': 'cleared the test data',
	'testEnvironment.addPreferences': 'added preferences to test users',
	'testEnvironment.regeneratePreferences': 'regenerated the preferences of test users',
};

const describeType = (type: string) => lower(SUBJECT_LABELS[type as keyof typeof SUBJECT_LABELS] ?? type);

/** The labels of the settings, by their keys. */
const SETTING_NAMES: Record<string, string> = {
	events_banner: 'Events banner',
	discord_event_image: 'Discord event image',
	auto_split_config: 'Auto-Split',
	announcement_channel_id: 'Announcement channel',
	announcement_threads: 'Thread per event',
	announcement_role_id: 'Role to mention',
	reminder_minutes: 'Reminders',
	link_previews: 'Link previews',
	table_url: 'Online table',
	departures_hold: 'Departures',
};

/** Returns what an item is called in a sentence: its name, or 'signup 12' when it has none. */
export function describeAuditItem({
	subject_type: type,
	subject_id: id,
	subject_name: name,
}: AuditItem): string {
	if (type === 'setting' && id !== null) return `the setting “${SETTING_NAMES[id] ?? id}”`;
	if (name === null) return `${describeType(type)} ${id ?? ''}`.trim();
	if (type === 'signup') return `the signup of ${isolate(name)}`;
	return type === 'comment' ? `a comment on ${isolate(name)}` : isolate(name);
}

/**
 * Returns the words that follow the actor's name: 'set {item}’s role to admin'. Several items are shown as their
 * number: 'set 28 signups to tentative'. When their sentences differ, the items are only 'changed'. More than
 * `AUDIT_ITEMS.counted` items are not counted.
 */
export function describeChange({ action, count, items }: AuditChange): string {
	const isMany = count > 1;
	const sentence = SENTENCES[action as Action] ?? `did “${action}” with ${ITEM}`;
	const texts = new Set(
		items.map(({ detail }) => (typeof sentence === 'string' ? sentence : sentence(detail, isMany))),
	);
	const [text = ''] = texts.size > 1 ? [`changed ${ITEM}`] : texts;
	if (!isMany) return text;
	const number = `${count > AUDIT_ITEMS.counted ? 'more than ' : ''}${Math.min(count, AUDIT_ITEMS.counted).toLocaleString('en-US')}`;
	const itemsText = `${number} ${describeType(items[0]?.subject_type ?? '')}s`;
	return text.replace(`${ITEM}’s`, `${itemsText}’`).replace(ITEM, itemsText);
}
