import { describe, expect, test } from 'vitest';
import type { EventStatus } from '../events/status.ts';
import {
	getStatusAfterMissedEnd,
	getStatusFromDiscord,
	type MirrorPlanInput,
	type MirrorStep,
	planMirror,
} from './mirror-plan.ts';
import { DISCORD_STATUS, type DiscordStatus } from './scheduled-event.ts';

const NOW = new Date('2026-10-16T12:00:00Z');
const FUTURE = new Date('2026-10-17T00:30:00Z');
const PAST = new Date('2026-10-16T11:00:00Z');
const TEXT = {
	name: 'Friday night',
	description: 'https://townbell.example/events/7',
	location: 'The Hearth',
	scheduled_start_time: FUTURE.toISOString(),
	scheduled_end_time: '2026-10-17T03:30:00.000Z',
};
const remote = (status: DiscordStatus, changes: Partial<typeof TEXT> = {}) => ({
	...TEXT,
	...changes,
	status,
	isExternal: true,
	seriesStart: null,
});
const plan = (input: Partial<MirrorPlanInput>) =>
	planMirror({
		event: { status: 'active', date: FUTURE },
		text: TEXT,
		remote: null,
		isImageStale: false,
		now: NOW,
		...input,
	});

const { scheduled, active, completed, cancelled } = DISCORD_STATUS;
const setStatus = (status: DiscordStatus): MirrorStep => ({ kind: 'setStatus', status });
const done: MirrorStep = { kind: 'done' };
const create: MirrorStep = { kind: 'create' };

test.each<[EventStatus, DiscordStatus | 'nothing', MirrorStep]>([
	['active', 'nothing', create],
	['active', scheduled, done],
	['active', active, done],
	['active', completed, create],
	['active', cancelled, create],
	['cancelled', 'nothing', done],
	['cancelled', scheduled, setStatus(cancelled)],
	['cancelled', active, setStatus(completed)],
	['cancelled', completed, done],
	['cancelled', cancelled, done],
	['completed', 'nothing', done],
	['completed', scheduled, setStatus(active)],
	['completed', active, setStatus(completed)],
	['completed', completed, done],
	['completed', cancelled, done],
])('event %s, Discord %s: %j', (status, discordStatus, step) => {
	const event = { status, date: FUTURE };
	expect(plan({ event, remote: discordStatus === 'nothing' ? null : remote(discordStatus) })).toEqual(step);
});

test('refuses to create a mirror for an event that has started', () => {
	const event = { status: 'active', date: PAST } as const;
	expect(plan({ event })).toEqual({ kind: 'refuse', text: expect.stringContaining('have started') });
	expect(plan({ event, remote: remote(cancelled) })).toMatchObject({ kind: 'refuse' });
});

describe('changes', () => {
	test('sends only the fields that differ; equal instants in other formats do not count', () => {
		const discordStatus = remote(scheduled, {
			name: 'Old',
			scheduled_start_time: '2026-10-17T00:30:00+00:00',
		});
		expect(plan({ remote: discordStatus })).toEqual({ kind: 'update', fields: { name: TEXT.name } });
	});

	test('sends no location for a Discord event in a channel', () => {
		const discordStatus = { ...remote(scheduled, { location: '', name: 'Old' }), isExternal: false };
		expect(plan({ remote: discordStatus })).toEqual({ kind: 'update', fields: { name: TEXT.name } });
	});

	test('a new picture alone is a change', () =>
		expect(plan({ remote: remote(scheduled), isImageStale: true })).toEqual({ kind: 'update', fields: {} }));

	test('does not send a start in the past', () => {
		const event = { status: 'active', date: PAST } as const;
		const text = { ...TEXT, name: 'New', scheduled_start_time: PAST.toISOString() };
		expect(plan({ event, text, remote: remote(active) })).toEqual({
			kind: 'update',
			fields: { name: 'New' },
		});
		expect(plan({ event, text, remote: remote(scheduled) })).toEqual({
			kind: 'update',
			fields: { name: 'New' },
		});
	});

	test('ends a running mirror whose event was moved to the future, and creates a new one', () => {
		const text = { ...TEXT, scheduled_start_time: '2026-10-18T00:30:00.000Z' };
		const event = { status: 'active', date: new Date(text.scheduled_start_time) } as const;
		expect(plan({ event, text, remote: remote(active) })).toEqual(setStatus(completed));
		expect(plan({ event, text, remote: remote(completed) })).toEqual(create);
	});
});

test.each<[EventStatus, DiscordStatus, EventStatus | null]>([
	['active', scheduled, null],
	['active', active, null],
	['active', completed, 'completed'],
	['active', cancelled, 'cancelled'],
	['cancelled', completed, null],
	['completed', cancelled, null],
])('event %s, Discord becomes %s: %s', (own, discordStatus, status) => {
	expect(getStatusFromDiscord(own, discordStatus)).toBe(status);
});

describe('an end on Discord that we missed', () => {
	test.each<[EventStatus, DiscordStatus, DiscordStatus | null, EventStatus | null]>([
		['active', cancelled, scheduled, 'cancelled'],
		['active', cancelled, active, 'cancelled'],
		['active', cancelled, null, 'cancelled'],
		['active', completed, active, 'completed'],
		['active', active, scheduled, null],
		// A status that we requested ourselves or already received.
		['active', cancelled, cancelled, null],
		['active', completed, completed, null],
		['cancelled', cancelled, scheduled, null],
		['completed', completed, scheduled, null],
	])('event %s, Discord %s, known %s: %s', (own, status, known, next) => {
		expect(getStatusAfterMissedEnd(own, { remote: remote(status), known, text: TEXT })).toBe(next);
	});

	test('an event that was moved since can be cancelled, but not completed', () => {
		const moved = { scheduled_start_time: '2026-10-10T00:30:00.000Z' };
		const at = (status: DiscordStatus) =>
			getStatusAfterMissedEnd('active', { remote: remote(status, moved), known: scheduled, text: TEXT });
		expect([at(completed), at(cancelled)]).toEqual([null, 'cancelled']);
	});
});
