import { EASTERN } from '../limits.ts';
import { readOffset } from './wall-parts.ts';

export type Zone = { zone: string; label: string };

/** The zones that the create form offers (spec, section 9). */
export const CREATE_ZONES: readonly Zone[] = [
	{ zone: 'America/New_York', label: 'Eastern' },
	{ zone: 'America/Chicago', label: 'Central' },
	{ zone: 'America/Denver', label: 'Mountain' },
	{ zone: 'America/Los_Angeles', label: 'Pacific' },
	{ zone: 'UTC', label: 'UTC' },
];

/** The zones that the edit form offers: those of the create form and twelve more (spec, section 9). */
export const EDIT_ZONES: readonly Zone[] = [
	...CREATE_ZONES,
	{ zone: 'America/Phoenix', label: 'Phoenix' },
	{ zone: 'America/Anchorage', label: 'Anchorage' },
	{ zone: 'Pacific/Honolulu', label: 'Honolulu' },
	{ zone: 'Europe/London', label: 'London' },
	{ zone: 'Europe/Paris', label: 'Paris' },
	{ zone: 'Europe/Berlin', label: 'Berlin' },
	{ zone: 'Asia/Tokyo', label: 'Tokyo' },
	{ zone: 'Asia/Shanghai', label: 'Shanghai' },
	{ zone: 'Asia/Singapore', label: 'Singapore' },
	{ zone: 'Asia/Dubai', label: 'Dubai' },
	{ zone: 'Australia/Sydney', label: 'Sydney' },
	{ zone: 'Pacific/Auckland', label: 'Auckland' },
];

/** Returns whether an event may have this zone, that is, one of the forms offers it (spec, section 9). */
export function isKnownZone(zone: string): boolean {
	return findZoneLabel(zone) !== null;
}

/** Returns the label of a zone that the forms offer, or null for any other zone. */
function findZoneLabel(zone: string): string | null {
	return EDIT_ZONES.find((known) => known.zone === zone)?.label ?? null;
}

/** The zones whose name does not say how the place is called. */
export const ZONE_NAMES: Readonly<Record<string, string>> = {
	// The names that browsers give to zones whose city has another name in the `zone.tab` of the IANA database.
	'Africa/Asmera': 'Asmara',
	'America/Coral_Harbour': 'Atikokan',
	'America/Godthab': 'Nuuk',
	'Asia/Calcutta': 'Kolkata',
	'Asia/Katmandu': 'Kathmandu',
	'Asia/Rangoon': 'Yangon',
	'Asia/Saigon': 'Ho Chi Minh City',
	'Atlantic/Faeroe': 'Faroe',
	'Europe/Kiev': 'Kyiv',
	'Pacific/Enderbury': 'Kanton',
	'Pacific/Ponape': 'Pohnpei',
	'Pacific/Truk': 'Chuuk',
	// Names that are no words.
	'Antarctica/DumontDUrville': 'Dumont d’Urville',
	'Asia/Ho_Chi_Minh': 'Ho Chi Minh City',
	EST5EDT: 'Eastern',
	PST8PDT: 'Pacific',
};

/** The zones without a place: UTC in its many names, and those with a fixed distance from it. */
const FIXED_ZONE = /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu|Greenwich|GMT(?:0|([+-])(\d{1,2}))?)$/;

/** Returns the name of a zone for people: 'Eastern' for America/New_York, 'Kyiv' for Europe/Kiev, 'UTC-3' for Etc/GMT+3. */
export function getZoneLabel(zone: string): string {
	const name = findZoneLabel(zone) ?? (Object.hasOwn(ZONE_NAMES, zone) ? ZONE_NAMES[zone] : undefined);
	if (name !== undefined) return name;
	const fixed = FIXED_ZONE.exec(zone);
	if (!fixed) return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
	const [, sign, hours] = fixed;
	// In the names of these zones, + is west of UTC.
	return Number(hours ?? 0) === 0 ? 'UTC' : `UTC${sign === '+' ? '-' : '+'}${hours}`;
}

/** Returns the zones that the edit form offers, followed by those of `others` that are not among them. */
export function listZones(...others: readonly string[]): readonly Zone[] {
	const unknown = [...new Set(others)].filter((zone) => !isKnownZone(zone));
	return [...EDIT_ZONES, ...unknown.map((zone) => ({ zone, label: getZoneLabel(zone) }))];
}

const ZONE_PATTERN = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

/** Returns `value` (the viewer's cookie) when it is an IANA zone that this machine knows, otherwise null. */
export function toKnownZone(value: unknown): string | null {
	if (typeof value !== 'string' || value.length > 64 || !ZONE_PATTERN.test(value)) return null;
	try {
		readOffset(new Date(0), value);
		return value;
	} catch {
		return null;
	}
}

/** The zone of a second time next to Eastern; not the viewer's but the event's while that is unknown. */
export type LocalZone = { zone: string; isViewers: boolean };

type ZoneInput = { date: Date; eventZone: string; viewerZone: string | null };

/**
 * Returns the zone of the second time on an event card: the viewer's, or the event's while that is unknown.
 * Null for UTC (spec, section 2), or when it shows the same as Eastern.
 */
export function chooseCardZone({ date, eventZone, viewerZone }: ZoneInput): LocalZone | null {
	if (eventZone === 'UTC') return null;
	const zone = viewerZone ?? eventZone;
	return showsEasternTime(date, zone) ? null : { zone, isViewers: viewerZone !== null };
}

/**
 * Returns the zone of the second time on the event page: always the viewer's (spec, section 2). While it is
 * unknown, the event's, or null when it shows the same as Eastern.
 */
export function choosePageZone({ date, eventZone, viewerZone }: ZoneInput): LocalZone | null {
	if (viewerZone !== null) return { zone: viewerZone, isViewers: true };
	return showsEasternTime(date, eventZone) ? null : { zone: eventZone, isViewers: false };
}

function showsEasternTime(date: Date, zone: string): boolean {
	return zone === EASTERN || readOffset(date, zone) === readOffset(date, EASTERN);
}
