import { mapStatuses, SIGNUP_STATUSES, type SignupStatus } from './statuses.ts';

export type SignupTally = Record<SignupStatus, number> & { total: number };

/** Returns the number of signups of each status and in total; an unknown status counts only in `total`. */
export function tallySignups(signups: readonly { status: string }[]): SignupTally {
	const tally: SignupTally = { ...mapStatuses(() => 0), total: signups.length };
	for (const { status } of signups) {
		const known = SIGNUP_STATUSES.find((candidate) => candidate === status);
		if (known) tally[known] += 1;
	}
	return tally;
}
