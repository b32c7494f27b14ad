import type { SegmentedOption } from '~/app/ui/segmented.tsx';
import type { EventStatus } from '~/domain/events/status.ts';
import { getSection, labelStanding, type Standing, type StandingKind } from '~/domain/signups/standing.ts';
import { hasFact, SIGNUP_STATUSES, type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { getStandingLook, SIGNUP_LOOKS } from './status-looks.ts';
import type { WindowLight } from './window-tile.tsx';

/** The statuses as options of the segmented control. */
export const STATUS_OPTIONS: readonly SegmentedOption[] = SIGNUP_STATUSES.map((status) => ({
	value: status,
	label: STATUS_LABELS[status],
	...SIGNUP_LOOKS[status],
}));

const OPEN_STATUSES: readonly string[] = SIGNUP_STATUSES.filter(
	(status) => hasFact(status, 'mayCome') && !hasFact(status, 'comes'),
);
const OPEN_LAST = STATUS_OPTIONS.toSorted(
	(a, b) => Number(OPEN_STATUSES.includes(a.value)) - Number(OPEN_STATUSES.includes(b.value)),
);

/** Returns the options; once the event has begun, those that say whether a user comes are first. */
export const listStatusOptions = ({ hasBegun }: { hasBegun: boolean }): readonly SegmentedOption[] =>
	hasBegun ? OPEN_LAST : STATUS_OPTIONS;

/** Returns the options; that of a viewer who waits for a place says so, such as “Waitlist · 3”, instead of “Confirmed”. */
export const markWaiting = (
	options: readonly SegmentedOption[],
	standing: Standing,
): readonly SegmentedOption[] =>
	getSection(standing, false) === 'waitlist'
		? options.map((option) =>
				option.value === standing.status
					? Object.assign({}, option, getStandingLook(standing), { label: labelStanding(standing) })
					: option,
			)
		: options;

const STATUS_LIGHTS: Record<SignupStatus, WindowLight> = {
	confirmed: 'lit',
	late: 'half',
	tentative: 'open',
	declined: 'dark',
};

/** How each standing lights an event's date; null: as the status does. */
const LIGHTS: Record<StandingKind, WindowLight | null> = {
	none: 'dark',
	runs: null,
	placed: null,
	offered: 'open',
	waiting: 'dark',
	standby: 'open',
	...STATUS_LIGHTS,
};

/** Returns how an event's date tile is lit for where the viewer stands. A cancelled event's is dark. */
export function chooseLight({ kind, status }: Standing, eventStatus?: EventStatus): WindowLight {
	if (eventStatus === 'cancelled') return 'dark';
	return LIGHTS[kind] ?? (status ? STATUS_LIGHTS[status] : 'dark');
}
