import { expect, test } from 'vitest';
import type { EventDetail } from '../events/schema.ts';
import { canRetryMirror } from './mirror-retry.ts';

const CHANGED_AT = '2026-10-17T00:30:00.000Z';

test.each<[EventDetail['discord_sync']['state'], string | null, EventDetail['status'], number, boolean]>([
	['none', null, 'active', 90, false],
	['synced', null, 'active', 90, false],
	['failed', 'Discord says no.', 'active', 0, true],
	['failed', 'Discord says no.', 'cancelled', 0, true],
	['deleted', null, 'active', 0, true],
	['deleted', null, 'completed', 90, false],
	['pending', null, 'active', 0, false],
	['pending', null, 'active', 59, false],
	['pending', null, 'active', 60, true],
	['pending', "Discord isn't responding.", 'active', 5, true],
])(
	'a mirror that is %s (%s) of an event that is %s, after %d s',
	(state, error, status, seconds, canRetry) => {
		const event = { status, discord_sync: { state, error }, mirrorChangedAt: CHANGED_AT };
		expect(canRetryMirror(event, new Date(Date.parse(CHANGED_AT) + seconds * 1_000))).toBe(canRetry);
	},
);
