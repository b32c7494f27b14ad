import type { SegmentedOption } from '~/app/ui/segmented.tsx';
import type { EventStatus } from '~/domain/events/status.ts';
import { SIGNUP_STATUSES, type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { SIGNUP_LOOKS } from './status-looks.ts';
import type { WindowLight } from './window-tile.tsx';

/** The statuses as options of the segmented control. */
export const STATUS_OPTIONS: readonly SegmentedOption[] = SIGNUP_STATUSES.map((status) => ({
	value: status,
	label: STATUS_LABELS[status],
	...SIGNUP_LOOKS[status],
}));

const LIGHTS: Record<SignupStatus, WindowLight> = {
	confirmed: 'lit',
	late: 'half',
	tentative: 'open',
	declined: 'dark',
};

/** Returns how an event's date tile is lit for the viewer's signup status. A cancelled event's is dark. */
export function chooseLight(status: SignupStatus | null, eventStatus?: EventStatus): WindowLight {
	return status && eventStatus !== 'cancelled' ? LIGHTS[status] : 'dark';
}
