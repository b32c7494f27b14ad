import type { WindowLight } from '~/app/ui/window-tile.tsx';
import type { SignupStatus } from '~/domain/signups/statuses.ts';

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
