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

/** The names of the apps, in the order in which they are shown. */
export const CALENDAR_APP_NAMES = Object.keys(CALENDAR_APPS) as readonly CalendarAppName[];

/** Returns the name of an app, or null for any other text. */
export const findCalendarApp = (text: string): CalendarAppName | null =>
	CALENDAR_APP_NAMES.find((name) => name === text) ?? null;
