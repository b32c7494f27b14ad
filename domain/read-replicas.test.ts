import { expect, test } from 'vitest';
import { describeReadReplica, isReadable } from './read-replicas.ts';

test.each([
	[null, 'standby:5432 does not respond', false],
	[0.4, 'standby:5432 is up to date', true],
	[0.6, 'standby:5432 is 1 second behind', true],
	[10, 'standby:5432 is 10 seconds behind', true],
	[10.1, 'standby:5432 is 10 seconds behind', false],
])('a replica with a lag of %s seconds', (lagSeconds, description, expected) => {
	const replica = { name: 'standby:5432', lagSeconds };
	expect(describeReadReplica(replica)).toBe(description);
	expect(isReadable(replica)).toBe(expected);
});
