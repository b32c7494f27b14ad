import { expect, test } from 'vitest';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { addDemoEvents } from './demo-events.ts';
import { describeEvent, isOpen } from './scheduled-events.ts';
import { createDiscordStandIn } from './stand-in.ts';

const fill = (now: Date) => {
	const { state } = createDiscordStandIn({ now: () => now });
	addDemoEvents(state);
	return state;
};

test('the demo’s server has events of every status, none of them ours, the same in every run', () => {
	const now = new Date('2026-11-21T10:00:00Z');
	const state = fill(now);
	const events = state.events.list();
	expect(new Set(events.map(({ status }) => status))).toEqual(new Set([1, 2, 3, 4]));
	for (const event of events) {
		expect(event.creatorId).not.toBe(DEMO_GUILD.botUserId);
		if (isOpen(event) && event.status === 1) expect(event.startsAt > now).toBe(true);
		if (!isOpen(event)) expect(event.startsAt < now).toBe(true);
	}
	expect(Math.max(...events.map(({ responses }) => responses.size))).toBeGreaterThan(10);
	expect(state.violations).toEqual([]);
	const again = fill(now);
	expect(again.events.list().map((event) => describeEvent(again, event))).toEqual(
		events.map((event) => describeEvent(state, event)),
	);
});
