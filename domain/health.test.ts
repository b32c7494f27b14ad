import { describe, expect, test } from 'vitest';
import type { PreflightCheck } from './discord/preflight.ts';
import { evaluateHealth, type HealthFacts } from './health.ts';
import { type QueueFact, summarizeQueues } from './queues.ts';

const now = new Date('2026-10-15T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const queue = (name: string, facts: Partial<QueueFact> = {}): QueueFact => ({
	name,
	waiting: 0,
	oldestAt: null,
	failed: 0,
	completedAt: null,
	...facts,
});
const reconciled = (minutes: number) => queue('discord.reconcile', { completedAt: minutesAgo(minutes) });
const waiting = (name: string, minutes: number) => queue(name, { waiting: 1, oldestAt: minutesAgo(minutes) });
const check = (key: string, state: PreflightCheck['state']): PreflightCheck => ({
	key,
	title: key,
	state,
	href: null,
	remedy: state === 'ok' ? null : `How to fix ${key}.`,
});
const database = { responseMs: 3, undoBytes: 0, pendingMigrations: 0, unknownMigrations: 0 };
const HEALTHY: HealthFacts = {
	database,
	serverProblems: [],
	databaseBytes: 9_000_000,
	queues: [reconciled(5)],
	discord: [check('token', 'ok'), check('gateway', 'ok')],
	gateway: { state: 'connected', process: 'host:1' },
	replicas: [{ process: 'host:1', runsJobs: true, isThis: true }],
	readReplicas: [],
	lateOfferAt: null,
	departures: null,
	lostPosts: { messages: 0, threads: 0, isChannelDeleted: false },
	live: { streams: 0, isListening: true },
};

test('finds nothing when all is well', () => expect(evaluateHealth(HEALTHY, now)).toEqual([]));

type Case = [name: string, facts: Partial<HealthFacts>, keys: string[], text: string];
const CASES: Case[] = [
	['a slow database', { database: { ...database, responseMs: 501 } }, ['database'], '(501 milliseconds)'],
	['a database at the limit', { database: { ...database, responseMs: 500 } }, [], ''],
	[
		'a pooler without sessions and a standby',
		{ serverProblems: ['pooler', 'standby'] },
		['server pooler', 'server standby'],
		'the server is a standby: Write the address of the primary',
	],
	[
		'migrations that are not applied',
		{ database: { ...database, pendingMigrations: 2 } },
		['pending-migrations'],
		'Restart Townbell: the start updates the tables (2 migrations).',
	],
	[
		'migrations of a newer version',
		{ database: { ...database, unknownMigrations: 1 } },
		['unknown-migrations'],
		'Start that version, or restore a backup',
	],
	[
		'read replicas that are down or late',
		{
			readReplicas: [
				{ name: 'one:5432', lagSeconds: 10 },
				{ name: 'two:5432', lagSeconds: null },
				{ name: 'three:5432', lagSeconds: 11 },
			],
		},
		['read-replica two:5432', 'read-replica three:5432'],
		'The read replica three:5432 is 11 seconds behind: Pages read the primary instead.',
	],
	['no process with the gateway', { gateway: null }, ['gateway'], 'start one with DISCORD_SERVICE=on'],
	[
		'a gateway that connects',
		{ gateway: { state: 'connecting', process: null } },
		['gateway'],
		'The bot is connecting.',
	],
	[
		'a refused token',
		{ gateway: { state: 'token refused', process: 'host:1' } },
		['gateway'],
		'Discord refuses the bot’s token',
	],
	[
		'Discord out of reach',
		{ gateway: { state: 'unreachable', process: 'host:1' } },
		['gateway'],
		'Discord cannot be reached.',
	],
	['no members intent', { gateway: { state: 'connected without members', process: 'host:1' } }, [], ''],
	[
		'one thing missing on Discord',
		{ discord: [check('guild', 'missing'), check('command', 'unknown')] },
		['discord'],
		'How to fix guild.',
	],
	[
		'the role to mention is deleted, beside another thing',
		{ discord: [check('guild', 'missing'), check('announcement-role', 'missing')] },
		['discord', 'announcement-role'],
		'How to fix announcement-role.',
	],
	[
		'two things missing on Discord',
		{ discord: [check('guild', 'missing'), check('command', 'missing')] },
		['discord'],
		'2 things are missing on Discord',
	],
	['a gateway that only the check misses', { discord: [check('gateway', 'missing')] }, [], ''],
	['a job that just waits', { queues: [reconciled(5), waiting('events.complete', 15)] }, [], ''],
	[
		'jobs that wait for long',
		{ queues: [reconciled(5), waiting('events.complete', 16), waiting('images.delete-orphans', 90)] },
		['late-jobs'],
		'events.complete, images.delete-orphans (the oldest was queued 1 hour ago)',
	],
	[
		'jobs that wait without a process',
		{ gateway: null, queues: [reconciled(5), waiting('events.complete', 16)] },
		['gateway', 'late-jobs'],
		'start one with DISCORD_SERVICE=on',
	],
	[
		'changes that have not reached Discord',
		{ queues: [reconciled(5), waiting('events.mirror', 180)] },
		['late-mirrors'],
		'(the oldest change: 3 hours ago)',
	],
	[
		'failed jobs',
		{ queues: [queue('events.complete', { failed: 3 }), { ...reconciled(5), failed: 1 }] },
		['failed-jobs'],
		'Jobs failed in the last day: events.complete (3), discord.reconcile (1)',
	],
	['an offer that has just ended', { lateOfferAt: minutesAgo(1) }, [], ''],
	['an offer that nobody passes on', { lateOfferAt: minutesAgo(3) }, ['late-offers'], 'ended 3 minutes ago'],
	[
		'departures that wait for an admin',
		{ departures: { reason: 'many', users: 7, members: 60 } },
		['departures'],
		'7 of 60 members seem to have left the server or lost the required role.: They keep their places',
	],
	[
		'messages that were lost with their channel',
		{ lostPosts: { messages: 7, threads: 0, isChannelDeleted: true } },
		['lost-posts'],
		'Coming events lost 7 messages.: Choose another channel',
	],
	['a reconcile that is due', { queues: [reconciled(45)] }, [], ''],
	['an hourly reconcile', { queues: [reconciled(90)] }, [], ''],
	['a late reconcile', { queues: [reconciled(120)] }, ['reconcile'], 'compared with Townbell 2 hours ago'],
	['no reconcile', { queues: [] }, ['reconcile'], 'not compared with Townbell in the last day'],
	[
		'a process that does not listen',
		{ live: { streams: 1, isListening: false } },
		['live'],
		'check that a pooler in front of PostgreSQL keeps sessions',
	],
];

test.each(CASES)('%s', (_, facts, keys, text) => {
	const problems = evaluateHealth({ ...HEALTHY, ...facts }, now);
	expect(problems.map(({ key }) => key)).toEqual(keys);
	expect(problems.every(({ state, title, remedy }) => state === 'missing' && title && remedy)).toBe(true);
	expect(problems.map(({ title, remedy }) => `${title}: ${remedy}`).at(-1) ?? '').toContain(text);
});

describe('a fact that could not be read', () => {
	test.each<[keyof HealthFacts, string]>([
		['database', 'database'],
		['serverProblems', 'server'],
		['databaseBytes', 'database-size'],
		['queues', 'queue'],
		['discord', 'discord'],
		['gateway', 'gateway'],
		['replicas', 'replicas'],
		['readReplicas', 'read-replicas'],
		['lateOfferAt', 'late-offers'],
		['departures', 'departures'],
		['lostPosts', 'lost-posts'],
	])('%s', (fact, key) => {
		const [problem, ...others] = evaluateHealth({ ...HEALTHY, [fact]: 'unknown' }, now);
		expect(problem).toMatchObject({ key, state: 'unknown', remedy: expect.stringMatching(/./) });
		expect(others).toEqual([]);
	});

	test('a check to which Discord did not respond', () => {
		const [problem] = evaluateHealth({ ...HEALTHY, discord: [check('token', 'unknown')] }, now);
		expect(problem).toMatchObject({ key: 'discord', state: 'unknown', href: '/admin/discord-check' });
	});
});

test('summarizes the queues', () => {
	const queues = [
		waiting('events.complete', 5),
		waiting('events.mirror', 7),
		{ ...reconciled(3), failed: 2 },
	];
	expect(summarizeQueues(queues)).toEqual({
		waiting: 2,
		oldestAt: minutesAgo(7),
		failed: 'discord.reconcile (2)',
		reconciledAt: minutesAgo(3),
	});
	expect(summarizeQueues([])).toEqual({ waiting: 0, oldestAt: null, failed: null, reconciledAt: null });
});
