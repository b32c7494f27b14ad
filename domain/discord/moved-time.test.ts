import { expect, test } from 'vitest';
import { type EventTime, findMovedTime, toMinutes } from './moved-time.ts';

const at = (start: string, end: string): EventTime => ({
	start: new Date(`2026-10-17T${start}:00Z`),
	end: new Date(`2026-10-17T${end}:00Z`),
});
const sent = at('18:00', '21:00');
const toRemote = ({ start, end }: EventTime, changes = {}) => ({
	status: 1 as const,
	isExternal: true,
	scheduled_start_time: start.toISOString(),
	scheduled_end_time: end.toISOString(),
	seriesStart: null,
	...changes,
});

test.each<[string, EventTime, object, { own?: EventTime; sent?: EventTime | null }, EventTime | null]>([
	['as we sent it', sent, {}, {}, null],
	['as we sent it, and our event has moved since', sent, {}, { own: at('19:00', '22:00') }, null],
	['moved', at('20:00', '23:00'), {}, {}, at('20:00', '23:00')],
	['moved on both sides', at('20:00', '23:00'), {}, { own: at('19:00', '22:00') }, at('20:00', '23:00')],
	['moved to the time that our event has now', at('19:00', '22:00'), {}, { own: at('19:00', '22:00') }, null],
	['longer', at('18:00', '21:30'), {}, {}, at('18:00', '21:30')],
	['written with an offset', sent, { scheduled_start_time: '2026-10-17T18:00:00+00:00' }, {}, null],
	['what Discord had is unknown', at('20:00', '23:00'), {}, { sent: null }, null],
	['running, with a start by Discord', at('17:50', '21:00'), { status: 2 }, {}, null],
	['running, and longer', at('17:50', '22:00'), { status: 2 }, {}, at('18:00', '22:00')],
	['ended', at('20:00', '23:00'), { status: 3 }, {}, null],
	['repeating', at('20:00', '23:00'), { seriesStart: '2026-10-17T20:00:00.000Z' }, {}, null],
	['in a channel, without an end', at('18:00', '18:00'), { isExternal: false }, {}, null],
	['in a channel, moved', at('20:00', '20:00'), { isExternal: false }, {}, at('20:00', '23:00')],
])('%s', (_, shown, changes, times, expected) => {
	expect(findMovedTime(toRemote(shown, changes), { sent, own: sent, ...times })).toEqual(expected);
});

test('the length is rounded up to whole minutes', () => {
	expect(toMinutes({ start: new Date(0), end: new Date(90_500) })).toBe(2);
});
