import type { SegmentedOption } from '~/app/ui/segmented.tsx';
import type { WindowLight } from '~/app/ui/window-tile.tsx';
import { SIGNUP_STATUSES, type SignupStatus, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { SIGNUP_LOOKS } from './status-looks.ts';

/** The four statuses as the segmented control offers them. */
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

/** How an event's date tile is lit by the viewer's answer. */
export function chooseLight(answer: SignupStatus | null): WindowLight {
	return answer ? LIGHTS[answer] : 'dark';
}
