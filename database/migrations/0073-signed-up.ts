import type { Migration } from './index.ts';

const FORMER_KINDS = [
	...['reminder', 'cancelled', 'reinstated', 'moved', 'nudge', 'placed', 'offered', 'too_few', 'standby'],
	...['regular', 'roll_call', 'moved_to_waitlist', 'departures', 'message'],
];
const SIGNED_UP = 'signed_up';

const replaceCheck = (kinds: readonly string[]) => `
	ALTER TABLE direct_messages DROP CONSTRAINT direct_messages_kind_check,
		ADD CONSTRAINT direct_messages_kind_check CHECK (kind IN ('${kinds.join("', '")}'));`;

/** The direct message to a user who was signed up by a creator. */
export const signedUpMessages: Migration = {
	name: '0073-signed-up',
	up: ({ run }) => run(replaceCheck([...FORMER_KINDS, SIGNED_UP])),
	down: ({ run }) =>
		run(`DELETE FROM direct_messages WHERE kind = '${SIGNED_UP}'; ${replaceCheck(FORMER_KINDS)}`),
};
