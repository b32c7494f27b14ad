import { describeVoiceChannel } from '../discord/voice-channel.ts';
import { describeOwnGroup, type OwnGroupOnPage } from '../groups/own-group.ts';
import { isolate } from '../isolate.ts';
import type { Decision } from '../places/decision.ts';
import { describeStanding, isComing, type Standing } from '../signups/standing.ts';
import type { EventStatus } from './status.ts';

export type CalendarEvent = {
	title: string;
	description: string;
	location: string;
	status: EventStatus;
	standing: Standing;
	decision?: Decision | null;
	ownGroup: OwnGroupOnPage | null;
	url: string;
};

export type CalendarEntry = {
	summary: string;
	description: string;
	location: string;
	status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
	isBusy: boolean;
	/** When the calendar reminds the user, in minutes before the start. */
	alarmMinutes: readonly number[];
};

/** Returns an event's calendar entry for one user. It reminds only of events that the user comes to. */
export function toCalendarEntry(event: CalendarEvent, reminderMinutes: readonly number[]): CalendarEntry {
	const { status, standing, ownGroup, url } = event;
	const comes = isComing(standing);
	const isCancelled = status === 'cancelled';
	const facts = [
		describeStanding(standing),
		...(event.decision === 'on' ? ['The event is on: enough players.'] : []),
		...(ownGroup ? [describeOwnGroup(ownGroup)] : []),
		...(ownGroup?.voiceChannel
			? [
					describeVoiceChannel({
						...ownGroup.voiceChannel,
						name: isolate(ownGroup.voiceChannel.name),
					}),
				]
			: []),
	].join('\n');
	return {
		summary: toCalendarText(event.title),
		description: [facts, toCalendarText(event.description), url].filter((part) => part !== '').join('\n\n'),
		location: toCalendarText(event.location),
		status: isCancelled ? 'CANCELLED' : comes ? 'CONFIRMED' : 'TENTATIVE',
		isBusy: comes && !isCancelled,
		alarmMinutes: comes && !isCancelled ? reminderMinutes : [],
	};
}

/** Returns a text with only '\n' as control character: some calendar programs end a line at other breaks. */
function toCalendarText(text: string): string {
	return text
		.replaceAll('\t', ' ')
		.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
		.replaceAll(/[^\P{Cc}\n]/gu, '');
}

/** An app or a site that can subscribe to a calendar. */
type CalendarApp = {
	label: string;
	/** Where a browser goes, also on a phone, to subscribe to the calendar at `url`. */
	toAddress: (url: string) => string;
	/** Where its addresses begin, as a source of the Content-Security-Policy. */
	origin: string;
};

const toOutlookAddress = (origin: string) => (url: string) =>
	`${origin}/calendar/0/addfromweb?${new URLSearchParams({ url, name: 'Townbell' })}`;

const OUTLOOK = 'https://outlook.live.com';
const MICROSOFT_365 = 'https://outlook.office.com';
const GOOGLE = 'https://calendar.google.com';

export const CALENDAR_APPS = {
	apple: {
		label: 'Apple Calendar',
		toAddress: (url) => url.replace(/^https?:/, 'webcal:'),
		origin: 'webcal:',
	},
	google: {
		label: 'Google Calendar',
		toAddress: (url) => `${GOOGLE}/calendar/r/settings/addbyurl?${new URLSearchParams({ cid: url })}`,
		origin: GOOGLE,
	},
	outlook: { label: 'Outlook.com', toAddress: toOutlookAddress(OUTLOOK), origin: OUTLOOK },
	microsoft365: { label: 'Microsoft 365', toAddress: toOutlookAddress(MICROSOFT_365), origin: MICROSOFT_365 },
} as const satisfies Record<string, CalendarApp>;
export type CalendarAppName = keyof typeof CALENDAR_APPS;

export const CALENDAR_APP_NAMES = Object.keys(CALENDAR_APPS) as readonly CalendarAppName[];

/** Returns the name of an app, or null for any other text. */
export const findCalendarApp = (text: string): CalendarAppName | null =>
	CALENDAR_APP_NAMES.find((name) => name === text) ?? null;
