import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderSignups } from './order.ts';

const signup = (id: string, status: string, created_at = '2026-10-01T00:00:00Z') => ({
	id,
	user_id: `u${id}`,
	status,
	created_at,
});

describe('orderSignups', () => {
	it('puts the viewer’s own signup first, then sorts by status, with unknown ones last', () => {
		const list = ['declined', 'waitlisted', 'tentative', 'late', 'confirmed', 'declined'].map(
			(status, index) => signup(String(index + 1), status),
		);
		expect(orderSignups(list, 'u6').map((s) => s.id)).toEqual(['6', '5', '4', '3', '1', '2']);
	});

	it('sorts by time within one status, then by id as a number', () => {
		const list = [
			signup('10', 'late'),
			signup('9', 'late'),
			signup('8', 'late', '2026-10-02T00:00:00Z'),
			signup('11', 'late', '2026-09-30T23:59:59.999Z'),
		];
		expect(orderSignups(list, null).map((s) => s.id)).toEqual(['11', '9', '10', '8']);
	});

	it('puts who waits after all who have a place, in the order of the waitlist', () => {
		const placed = (
			id: string,
			status: string,
			place: 'placed' | 'waiting' | 'offered',
			position?: number,
		) => ({
			...signup(id, status),
			place,
			waitlist_position: position ?? null,
		});
		const list = [
			signup('1', 'tentative'),
			placed('2', 'confirmed', 'waiting', 3),
			placed('3', 'late', 'waiting', 2),
			placed('4', 'confirmed', 'offered', 1),
			placed('5', 'late', 'placed'),
			placed('6', 'confirmed', 'placed'),
			placed('7', 'tentative', 'offered', 1),
			placed('8', 'confirmed', 'waiting', 10),
		];
		expect(orderSignups(list, 'u8').map((s) => s.id)).toEqual(['8', '6', '5', '4', '3', '2', '1', '7']);
	});

	it('returns the same order for any input order, and does not change the input', () => {
		const list = ['1', '2', '3', '12', '30'].flatMap((id) => [
			signup(id, 'confirmed'),
			signup(`${id}00`, 'late'),
		]);
		const expected = orderSignups(list, 'u3').map((s) => s.id);
		fc.assert(
			fc.property(fc.shuffledSubarray(list, { minLength: list.length }), (shuffled) => {
				const before = shuffled.map((s) => s.id);
				expect(orderSignups(shuffled, 'u3').map((s) => s.id)).toEqual(expected);
				expect(shuffled.map((s) => s.id)).toEqual(before);
			}),
		);
	});
});
