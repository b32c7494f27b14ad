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
export function findZoneLabel(zone: string): string | null {
	return EDIT_ZONES.find((known) => known.zone === zone)?.label ?? null;
}

/** Returns the zones that the edit form offers, followed by those of `others` that are not among them. */
export function listZones(...others: readonly string[]): readonly Zone[] {
	const unknown = [...new Set(others)].filter((zone) => !isKnownZone(zone));
	return [...EDIT_ZONES, ...unknown.map((zone) => ({ zone, label: zone }))];
}

/** Returns the text of a zone in a list: 'Eastern (America/New_York)'. */
export const formatZone = ({ zone, label }: Zone): string => (label === zone ? label : `${label} (${zone})`);

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
