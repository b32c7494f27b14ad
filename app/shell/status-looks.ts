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
import type { Look } from '~/app/ui/tone.tsx';
import type { EventBadge } from '~/domain/events/countdown.ts';
import type { Standing, StandingKind } from '~/domain/signups/standing.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';

/** The color and icon of each signup status. */
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

/** Returns the color and icon of where a user stands. */
export const getStandingLook = ({ kind, status }: Standing): Look =>
	STANDING_LOOKS[kind] ?? SIGNUP_LOOKS[status ?? 'confirmed'];

/** The color and icon of an event's badge. */
export const EVENT_LOOKS: Record<EventBadge['tone'], Look> = {
	now: { tone: 'accent', icon: BellRing },
	active: { tone: 'success', icon: CalendarCheck2 },
	cancelled: { tone: 'danger', icon: CalendarX2 },
	other: { tone: 'neutral', icon: Calendar },
};
