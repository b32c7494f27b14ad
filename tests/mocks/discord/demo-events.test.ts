import { expect, test } from 'vitest';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { addDemoEvents } from './demo-events.ts';
import { isOpen, toEventObject } from './scheduled-events.ts';
import { createDiscordStandIn } from './stand-in.ts';

const createDemoState = (now: Date) => {
	const { state } = createDiscordStandIn({ now: () => now });
	addDemoEvents(state);
	return state;
};

test('the demo server has events of every status, none created by the bot, and the same in every run', () => {
	const now = new Date('2026-11-21T10:00:00Z');
	const state = createDemoState(now);
	const events = state.events.list();
	expect(new Set(events.map(({ status }) => status))).toEqual(new Set([1, 2, 3, 4]));
	for (const event of events) {
		expect(event.creatorId).not.toBe(DEMO_GUILD.botUserId);
		if (isOpen(event) && event.status === 1) expect(event.startsAt > now).toBe(true);
		if (!isOpen(event)) expect(event.startsAt < now).toBe(true);
	}
	expect(Math.max(...events.map(({ responses }) => responses.size))).toBeGreaterThan(10);
	expect(state.violations).toEqual([]);
	const secondRun = createDemoState(now);
	expect(secondRun.events.list().map((event) => toEventObject(secondRun, event))).toEqual(
		events.map((event) => toEventObject(state, event)),
	);
});
