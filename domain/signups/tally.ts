import { byStatus, SIGNUP_STATUSES, type SignupStatus } from './statuses.ts';

export type SignupTally = Record<SignupStatus, number> & { total: number };

/** How many signups there are of each status, and in all; a status that is none of ours counts in `total` only. */
export function tallySignups(signups: readonly { status: string }[]): SignupTally {
	const tally: SignupTally = { ...byStatus(() => 0), total: signups.length };
	for (const { status } of signups) {
		const known = SIGNUP_STATUSES.find((candidate) => candidate === status);
		if (known) tally[known] += 1;
	}
	return tally;
}
