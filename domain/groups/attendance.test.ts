import { expect, test } from 'vitest';
import { listConfirmed } from './attendance.ts';

const group = (...ids: string[]) => ({ storyteller_ids: ids });
const [OWLS, BATS, FOXES] = [group('1'), group('2', '3'), group()];
test.each([
	['the storyteller of a group', '1', [], [OWLS]],
	['a co-storyteller of a group', '3', [], [BATS]],
	['the storyteller of an earlier group whose players have seats in others now', '4', [group('4')], []],
	['a creator without a group', '4', [group('1')], [OWLS, BATS, FOXES]],
])('the button of %s', (_, userId, earlierGroups, confirmed) => {
	expect(listConfirmed([OWLS, BATS, FOXES], earlierGroups, userId)).toEqual(confirmed);
});
