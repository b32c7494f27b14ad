import { ADMIN_COMMANDS } from './admin.ts';
import type { ParityCommand } from './command.ts';
import { COMMENT_COMMANDS } from './comments.ts';
import { DISCORD_COMMANDS } from './discord.ts';
import { EVENT_COMMANDS } from './events.ts';
import { GROUP_COMMANDS } from './groups.ts';
import { POLL_COMMANDS } from './polls.ts';
import { PROFILE_COMMANDS } from './profile.ts';
import { SCRIPT_COMMANDS } from './scripts.ts';
import { SIGNUP_COMMANDS } from './signups.ts';
import { TEST_ENVIRONMENT_COMMANDS } from './test-environment.ts';

/**
 * Every command that has a form, with the cases that are sent both ways. In addition, each is sent by an
 * actor whose role is too low, and twice where the form has a key.
 */
export const COMMANDS: readonly ParityCommand[] = [
	...PROFILE_COMMANDS,
	...EVENT_COMMANDS,
	...POLL_COMMANDS,
	...SIGNUP_COMMANDS,
	...COMMENT_COMMANDS,
	...GROUP_COMMANDS,
	...SCRIPT_COMMANDS,
	...DISCORD_COMMANDS,
	...ADMIN_COMMANDS,
	...TEST_ENVIRONMENT_COMMANDS,
];

const RANDOM_RESULT =
	'its result is random; the tests of the test environment cover both the call and the form';
/** The API commands that no page has a form for, and why. */
export const WITHOUT_FORM: Readonly<Record<string, string>> = {
	'POST /api/admin/test-environment/add-preferences': RANDOM_RESULT,
	'POST /api/admin/test-environment/regenerate-preferences': RANDOM_RESULT,
	'POST /api/users/calendar/renew':
		'its result is random; tests/e2e/api/calendar.spec.ts covers both the call and the form',
};
