import type { Look } from '~/app/ui/badge.tsx';
import {
	BellRing,
	BookOpen,
	Calendar,
	CalendarCheck2,
	CalendarX2,
	CircleCheck,
	CircleQuestionMark,
	CircleX,
	Clock3,
	Hourglass,
} from '~/app/ui/icons.ts';
import type { SegmentedOption } from '~/app/ui/segmented.tsx';
import type { EventBadge } from '~/domain/events/countdown.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { getSection, labelStanding, type Standing, type StandingKind } from '~/domain/signups/standing.ts';
import { hasFact, SIGNUP_STATUSES, type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import type { WindowLight } from './window-tile.tsx';

export const SIGNUP_LOOKS = {
	confirmed: { tone: 'success', icon: CircleCheck },
	late: { tone: 'info', icon: Clock3 },
	tentative: { tone: 'warning', icon: CircleQuestionMark },
	declined: { tone: 'negative', icon: CircleX },
} as const satisfies Record<SignupStatus, Look>;

/** The color and icon of each standing; null: those of the status. */
const STANDING_LOOKS: Record<StandingKind, Look | null> = {
	none: { tone: 'neutral', icon: Calendar },
	runs: { tone: 'accent', icon: BookOpen },
	placed: null,
	offered: { tone: 'warning', icon: BellRing },
	waiting: { tone: 'neutral', icon: Hourglass },
	standby: SIGNUP_LOOKS.tentative,
	...SIGNUP_LOOKS,
};

export const getStandingLook = ({ kind, status }: Standing): Look =>
	STANDING_LOOKS[kind] ?? SIGNUP_LOOKS[status ?? 'confirmed'];

export const EVENT_LOOKS: Record<EventBadge['tone'], Look> = {
	now: { tone: 'accent', icon: BellRing },
	active: { tone: 'success', icon: CalendarCheck2 },
	cancelled: { tone: 'danger', icon: CalendarX2 },
	other: { tone: 'neutral', icon: Calendar },
};

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
