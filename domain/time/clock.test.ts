import { expect, test } from 'vitest';
import { parseClock } from './clock.ts';
import { createClockSchema } from './clock-schema.ts';

test.each<[string, string | null]>([
	['20:30', '20:30'],
	['00:00', '00:00'],
	['23:59:59', '23:59'],
	['20:30:00', '20:30'],
	['20:30:00.000', '20:30'],
	['20:30:59.9', '20:30'],
	...[
		'',
		'8:30',
		'24:00',
		'20:60',
		'20:30:60',
		'20:30:0',
		'20:30:',
		'20:30:00Z',
		'20:30:00.',
		' 20:30',
		'20:30\n',
	].map((text): [string, null] => [text, null]),
])('%j is the time of day %j', (text, time) => {
	expect(parseClock(text)).toBe(time);
	expect(createClockSchema('x').safeParse(text).data ?? null).toBe(time);
});
