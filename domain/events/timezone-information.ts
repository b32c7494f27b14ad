import { EASTERN } from '../limits.ts';
import { formatDateTimeShort, formatOffset, formatTime24 } from '../time/format.ts';
import { instantToWallTime, wallTimeToInstant } from '../time/wall-time.ts';
import { getZoneLabel } from '../time/zones.ts';
import { EVENT_TEXTS } from './fields.ts';
import type { EventFormValues } from './form.ts';
import { isPlannableDate } from './status.ts';

export type ZoneTime = {
	/** 'Fri, Oct 16, 8:30 PM' */
	text: string;
	/** 'Eastern, UTC-4' */
	note: string;
};
export type TimezoneInformation = { selected: ZoneTime; utc: ZoneTime; yours: ZoneTime };

/**
 * Returns the texts of the Timezone Information box (spec, section 2): the selected time, the same instant in
 * UTC, and in the viewer's zone (null: Eastern). Returns an error text while the selection is invalid.
 */
export function describeTimes(
	{ date, time, timezone }: Pick<EventFormValues, 'date' | 'time' | 'timezone'>,
	viewerZone: string | null,
): TimezoneInformation | { error: string } {
	if (date === '') return { error: 'Choose a date to see times' };
	if (!isPlannableDate(date)) return { error: EVENT_TEXTS.dateOutOfRange };
	const result = wallTimeToInstant({ date, time, zone: timezone });
	if ('error' in result) return result;
	const { instant } = result;
	const zone = viewerZone ?? EASTERN;
	const formatNote = (zoneName: string) => `${getZoneLabel(zoneName)}, ${formatOffset(instant, zoneName)}`;
	const dayNote = describeShift(date, instantToWallTime(instant, zone).date);
	const unknownZoneNote = viewerZone === null ? " We don't know your time zone yet." : '';
	return {
		selected: { text: formatDateTimeShort(instant, timezone), note: formatNote(timezone) },
		utc: {
			text: `${formatDateTimeShort(instant, 'UTC').replace(/, [^,]*$/, '')}, ${formatTime24(instant, 'UTC')}`,
			note: instant.toISOString().replace('.000Z', 'Z'),
		},
		yours: {
			text: formatDateTimeShort(instant, zone),
			note: `${formatNote(zone)}${dayNote}.${unknownZoneNote}`,
		},
	};
}

/** Returns a note when the shown date differs from the selected one. ISO dates can be compared as text. */
function describeShift(chosen: string, shown: string): string {
	if (shown === chosen) return '';
	return shown > chosen ? ' (next day)' : ' (previous day)';
}
