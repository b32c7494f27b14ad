import { expect, test } from 'vitest';
import { type CustomId, decodeCustomId, encodeCustomId } from './custom-id.ts';

const CUSTOM_IDS: [string, CustomId][] = [
	['signup:7:confirmed', { kind: 'signup', eventId: '7', status: 'confirmed' }],
	['signup:7:late', { kind: 'signup', eventId: '7', status: 'late' }],
	['signup:7:tentative', { kind: 'signup', eventId: '7', status: 'tentative' }],
	['signup:7:declined', { kind: 'signup', eventId: '7', status: 'declined' }],
	['regular:7:late', { kind: 'regular', eventId: '7', status: 'late' }],
	['arrival:12:15', { kind: 'arrival', eventId: '12', minutes: 15 }],
	['plan:new', { kind: 'plan', step: 'new' }],
	['plan:edit:12:3', { kind: 'plan', step: 'edit', eventId: '12', version: 3 }],
	['plan:again:12', { kind: 'plan', step: 'again', draftId: '12' }],
	['plan:storytellers:12', { kind: 'plan', step: 'storytellers', draftId: '12' }],
	['plan:places:12', { kind: 'plan', step: 'places', draftId: '12' }],
	['plan:save:12', { kind: 'plan', step: 'save', draftId: '12' }],
	[
		'add:save:12345678901234567890:12:late',
		{ kind: 'add', step: 'save', discordId: '12345678901234567890', eventId: '12', status: 'late' },
	],
	['notes:12', { kind: 'notes', eventId: '12' }],
	['seat:12', { kind: 'seat', eventId: '12' }],
	['nudge:12', { kind: 'nudge', eventId: '12' }],
	['present:12', { kind: 'present', eventId: '12' }],
	['undo:12:none:late', { kind: 'undo', eventId: '12', previous: null, recorded: 'late' }],
	['undo:12:late:declined', { kind: 'undo', eventId: '12', previous: 'late', recorded: 'declined' }],
	[
		'undo:999999999999999999:tentative:tentative',
		{ kind: 'undo', eventId: '9'.repeat(18), previous: 'tentative', recorded: 'tentative' },
	],
];

test.each(CUSTOM_IDS)('%s is encoded and decoded', (text, id) => {
	expect(encodeCustomId(id)).toBe(text);
	expect(decodeCustomId(text)).toEqual(id);
	expect(text.length).toBeLessThanOrEqual(65);
});

test.each([
	'',
	'signup',
	'signup:7',
	'signup:7:maybe',
	'regular:7:declined',
	'regular:7:late:late',
	'signup:7:none',
	'signup:7:Confirmed',
	'signup:7:confirmed:late',
	'signup::confirmed',
	'signup:0:confirmed',
	'signup:-1:confirmed',
	'signup:07:confirmed',
	'signup:7 :confirmed',
	'signup:1e3:confirmed',
	`signup:${'9'.repeat(19)}:confirmed`,
	'arrival:7',
	'arrival:7:17',
	'arrival:7:15:15',
	'plan',
	'plan:12',
	'plan:new:12',
	'plan:edit:12',
	'plan:edit:12:0',
	'plan:edit:12:3:4',
	'plan:edit:x:3',
	'plan:save',
	'plan:save:0',
	'plan:save:12:3',
	'plan:delete:12',
	'add:save:12:12:late',
	'add:save:12345678901234567890:0:late',
	'add:save:12345678901234567890:12:maybe',
	'add:save:12345678901234567890:12:late:late',
	'add:delete:12345678901234567890:12:late',
	'notes',
	'notes:x',
	'notes:7:',
	'seat:x',
	'seat:7:late',
	'present:7:late',
	'undo:7',
	'undo:7:late',
	'undo:7:late:none',
	'undo:7:never:late',
	'undo:7:none:late:',
	'vote:7:confirmed',
	'toString:7',
	'poll_option_3',
	`notes:7${':'.repeat(100)}`,
	'x'.repeat(101),
])('%j is not ours', (text) => {
	expect(decodeCustomId(text)).toBeNull();
});
