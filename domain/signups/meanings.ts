import type { SignupStatus } from './statuses.ts';

/** What each status says, for users who are new: 'Late: you come, but after the start.' */
export const STATUS_MEANINGS: Record<SignupStatus, string> = {
	confirmed: "you're coming",
	late: "you're coming, but after the start",
	tentative: "you don't know yet",
	declined: "you can't come this time",
};
