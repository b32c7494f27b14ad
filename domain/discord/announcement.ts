import type { EventStatus } from '../events/status.ts';
import { isolate } from '../isolate.ts';
import {
	QUICK_SIGNUP_LABELS,
	SIGNUP_STATUSES,
	type SignupStatus,
	STATUS_LABELS,
} from '../signups/statuses.ts';
import { shorten } from '../text.ts';
import { formatDuration } from '../time/format.ts';
import { BUTTON_STYLE } from './components.ts';
import { type CustomId, encodeCustomId } from './custom-id.ts';
import { escapeMarkdown } from './escape.ts';

export const ANNOUNCEMENT_KINDS = ['event', 'groups', 'poll'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];
/** `pending` is a request of a user; a message that only follows its event stays `posted`. */
export const ANNOUNCEMENT_STATES = ['pending', 'posted', 'failed', 'deleted'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

/** Discord's limits for a message, counted in UTF-16 units. */
export const MESSAGE_LIMITS = {
	embedTotal: 6_000,
	title: 256,
	description: 4_096,
	fieldValue: 1_024,
	label: 80,
	customId: 100,
	threadName: 100,
} as const;

/** The maximum lengths of users' texts; name lists share `rosters`. The description has at least 700. */
const MAX_LENGTHS = {
	description: 2_000,
	location: 250,
	reason: 250,
	storytellers: 300,
	name: 100,
	rosters: 4_096,
} as const;

/** What an announcement shows of an event. It has no notes and no preferences on purpose. */
export type AnnouncedEvent = {
	id: string;
	title: string;
	description: string;
	date: Date;
	/** In minutes. */
	duration: number;
	location: string;
	status: EventStatus;
	cancelReason: string | null;
	/** Display names, in the order in which they were chosen. */
	storytellers: readonly string[];
	/** Display names by status, earliest signup first, without those who wait for a place. */
	signups: Record<SignupStatus, readonly string[]>;
	/** The places of an event with a capacity, in words, and the names of those who wait, in the order of the line. */
	places?: string | null;
	/** Whether an event with a smallest number of players takes place, in words. */
	decision?: string | null;
	waitlist?: readonly string[];
};

/** Those of its details that direct messages show too. */
export type EventDetails = Pick<AnnouncedEvent, 'location' | 'storytellers'>;

export type EmbedField = { name: string; value: string; inline: boolean };
export type Embed = {
	title: string;
	url: string;
	description?: string;
	color: number;
	fields: EmbedField[];
	image?: { url: string };
};
export type MessageButton = {
	type: 2;
	style: number;
	label: string;
	custom_id?: string;
	url?: string;
	disabled?: boolean;
};

/** A row of at most five buttons. */
export type ButtonRow = { type: 1; components: MessageButton[] };

export type EmbedMessage = { embeds: [Embed]; components: [ButtonRow] };

export const COLORS: Record<EventStatus, number> = {
	active: 0x8b5cf6,
	completed: 0x6b7280,
	cancelled: 0xdc2626,
};
const TITLE_PREFIXES: Record<EventStatus, string> = {
	active: '',
	completed: 'Completed: ',
	cancelled: 'Cancelled: ',
};
/** Discord's style of each status's button; null for none: a row has room for five, and one is the link. */
const BUTTON_STYLES: Record<SignupStatus, number | null> = {
	confirmed: BUTTON_STYLE.green,
	late: BUTTON_STYLE.blurple,
	tentative: BUTTON_STYLE.gray,
	declined: BUTTON_STYLE.red,
};
export const BUTTON_STATUSES = SIGNUP_STATUSES.filter((status) => BUTTON_STYLES[status] !== null);
/** More names than these follow each other, so that the buttons stay near the event. */
const ROSTER_LINES = 15;

/** Returns a button with which a user does what `id` says; `style` is Discord's. */
export const toButton = (label: string, id: CustomId, style: number = BUTTON_STYLE.gray): MessageButton => ({
	type: 2,
	style,
	label,
	custom_id: encodeCustomId(id),
});

/** Returns a button that signs up with `status`. */
export const toSignupButton = (
	eventId: string,
	status: SignupStatus,
	label: string = QUICK_SIGNUP_LABELS[status],
): MessageButton =>
	toButton(label, { kind: 'signup', eventId, status }, BUTTON_STYLES[status] ?? BUTTON_STYLE.gray);

/** Returns a button that takes an offered place, or passes on one that is offered or held. */
export const toPlaceButton = (eventId: string, accept: boolean, label: string): MessageButton =>
	toButton(label, { kind: 'place', eventId, accept }, accept ? BUTTON_STYLE.green : BUTTON_STYLE.gray);

/** Returns the button with which a storyteller marks the whole group as present. */
export const toAttendanceButton = (eventId: string): MessageButton =>
	toButton('Everyone was there', { kind: 'present', eventId }, BUTTON_STYLE.green);

/**
 * Returns the message for an event at `address`. Users' texts are escaped and shortened to Discord's limits;
 * `imageFile` is the name of the attached image. (decision 0042)
 */
export function toAnnouncement(
	event: AnnouncedEvent,
	{ address, imageFile }: { address: string; imageFile: string | null },
): EmbedMessage {
	const prefix = TITLE_PREFIXES[event.status];
	const title = prefix + escapeWithin(event.title, MESSAGE_LIMITS.title - prefix.length);
	const fields = listFields(event);
	const used = fields.reduce((sum, { name, value }) => sum + name.length + value.length, title.length);
	const description = escapeWithin(
		event.description,
		Math.min(MAX_LENGTHS.description, MESSAGE_LIMITS.embedTotal - used),
	);
	return {
		embeds: [
			{
				title,
				url: address,
				...(description ? { description } : {}),
				color: COLORS[event.status],
				fields,
				...(imageFile ? { image: { url: `attachment://${imageFile}` } } : {}),
			},
		],
		components: [{ type: 1, components: listButtons(event, address) }],
	};
}

/** Returns the name of an event's thread, at most 100 characters. Discord shows it without formatting. */
export const toThreadName = (title: string): string => shorten(title, MESSAGE_LIMITS.threadName);

/** The field of an event that nobody has signed up for. */
export const NO_SIGNUPS: EmbedField = { name: 'Signups', value: 'No signups yet', inline: false };

function listFields({
	date,
	duration,
	location,
	storytellers,
	signups,
	cancelReason,
	places,
	decision,
	waitlist = [],
}: AnnouncedEvent): EmbedField[] {
	const statuses = SIGNUP_STATUSES.map((status): [string, readonly string[]] => [
		STATUS_LABELS[status],
		signups[status],
	]);
	const listed = [...statuses, ['Waitlist', waitlist] as const].filter(([, names]) => names.length > 0);
	const maxLength = Math.min(MESSAGE_LIMITS.fieldValue, Math.floor(MAX_LENGTHS.rosters / listed.length));
	const rosters = listed.map(([label, names]) => {
		const isShort = names.length <= ROSTER_LINES;
		return {
			name: `${label} (${names.length})`,
			value: joinWithin(names, isShort ? '\n' : ', ', maxLength),
			inline: isShort,
		};
	});
	return [
		...toReasonField(cancelReason),
		toTimeField('When', date),
		{ name: 'Duration', value: formatDuration(duration), inline: true },
		...(decision ? [{ name: 'Takes place', value: decision, inline: true }] : []),
		...(places ? [{ name: 'Places', value: places, inline: true }] : []),
		...toPlaceFields({ location, storytellers }),
		...(rosters.length > 0 ? rosters : [NO_SIGNUPS]),
	];
}

/** Returns the field with the reason of a cancellation, or nothing without one. */
export const toReasonField = (reason: string | null): EmbedField[] =>
	reason ? [{ name: 'Reason', value: escapeWithin(reason, MAX_LENGTHS.reason), inline: false }] : [];

/** Returns a field with an instant and how far away it is; Discord shows it in the zone of each reader. */
export function toTimeField(name: string, date: Date): EmbedField {
	return { name, value: `${toTimestamp(date, 'F')}\n${toTimestamp(date, 'R')}`, inline: false };
}

export const toTimestamp = (date: Date, style: 'F' | 'R' | 't'): string =>
	`<t:${Math.floor(date.getTime() / 1000)}:${style}>`;

/** Returns the fields Where and Storytellers, without those that the event does not have. */
export function toPlaceFields({ location, storytellers }: EventDetails): EmbedField[] {
	return [
		...(location
			? [{ name: 'Where', value: escapeWithin(location, MAX_LENGTHS.location), inline: true }]
			: []),
		...(storytellers.length > 0
			? [
					{
						name: 'Storytellers',
						value: joinWithin(storytellers, ', ', MAX_LENGTHS.storytellers),
						inline: true,
					},
				]
			: []),
	];
}

function listButtons({ id: eventId, status: eventStatus }: AnnouncedEvent, address: string): MessageButton[] {
	const disabled = eventStatus !== 'active';
	return [
		...BUTTON_STATUSES.map((status) => ({ ...toSignupButton(eventId, status), disabled })),
		toLinkButton(address),
	];
}

/** Returns the button that opens the event's page. */
export const toLinkButton = (url: string, label = 'Open in Townbell'): MessageButton => ({
	type: 2,
	style: BUTTON_STYLE.link,
	label,
	url,
});

/** Returns as many escaped names as fit into `max` characters, then 'and 23 more'. */
export const joinWithin = (names: readonly string[], separator: string, max: number): string =>
	joinEscaped(
		names.map((name) => escapeWithin(name, MAX_LENGTHS.name)),
		separator,
		max,
	).text;

/** Returns as many of the texts as fit into `max` characters, then 'and 23 more', and how many these are. */
export function joinEscaped(
	texts: readonly string[],
	separator: string,
	max: number,
): { text: string; count: number } {
	const all = texts.join(separator);
	if (all.length <= max) return { text: all, count: texts.length };
	let shown = '';
	let result = { text: `${texts.length} in all`, count: 0 };
	for (const [index, text] of texts.entries()) {
		shown += text + separator;
		const end = `and ${texts.length - index - 1} more`;
		if (shown.length + end.length > max) break;
		result = { text: shown + end, count: index + 1 };
	}
	return result;
}

/** Returns at most `max` characters of `text`, escaped so that Discord shows it as typed and notifies no one. */
export function escapeWithin(text: string, max: number): string {
	const escapePart = (length: number) => {
		const escaped = escapeMarkdown(shorten(text, length));
		return text.includes('\n') ? escaped : isolate(escaped);
	};
	let escaped = escapePart(max);
	// Escaping makes a text longer, so a shorter part of it may be needed.
	for (let length = max; escaped.length > max; escaped = escapePart(length)) {
		length -= Math.max(1, Math.floor((escaped.length - max) / 2));
	}
	return escaped;
}
