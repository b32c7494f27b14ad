import type { Migration } from './migration.ts';

const KINDS = [
	...['reminder', 'cancelled', 'reinstated', 'moved', 'nudge', 'placed', 'offered', 'too_few', 'standby'],
	'regular',
];
const createKindsCheck = (kinds: readonly string[]): string => `
	ALTER TABLE direct_messages DROP CONSTRAINT direct_messages_kind_check;
	ALTER TABLE direct_messages ADD CONSTRAINT direct_messages_kind_check
		CHECK (kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}));`;

/** The message that asks a storyteller for the roll call when an event is over (decision 0073). */
export const rollCallMessages: Migration = {
	name: '0041-roll-call-messages',
	up: ({ run }) => run(createKindsCheck([...KINDS, 'roll_call'])),
	down: ({ run }) =>
		run(`
			DELETE FROM direct_messages WHERE kind = 'roll_call';
			${createKindsCheck(KINDS)}
		`),
};
