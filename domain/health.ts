import {
	DATABASE_PROBLEMS,
	type DatabaseProblem,
	describeReadReplica,
	isReadable,
	READ_REPLICA_REMEDY,
	type ReadReplica,
} from './database-problems.ts';
import {
	CHANNEL_ADDRESS,
	describeLostPosts,
	LOST_POSTS_ADDRESS,
	type LostPosts,
} from './discord/post-problems.ts';
import {
	DISCORD_UNAVAILABLE,
	evaluateGateway,
	type Fact,
	type GatewayState,
	MENTIONED_ROLE_CHECK,
	type PreflightCheck,
} from './discord/preflight.ts';
import { formatCount, inflect } from './format-count.ts';
import { EASTERN, MINUTE_MS } from './limits.ts';
import { findOldestJob, MIRROR_QUEUE, type QueueFact, RECONCILE_QUEUE, summarizeQueues } from './queues.ts';
import { HOW_TO_USE_NEWER_DATABASE } from './setup.ts';
import { formatRelative } from './time/relative.ts';
import { type DepartureHold, describeHold, HOLD_ADDRESS, HOLD_REMEDY } from './users/membership.ts';

/** Beyond these the health page reports a problem. A reconcile starts every hour and may take 14 minutes. */
const HEALTH_LIMITS = {
	responseMs: 500,
	waitMinutes: 15,
	reconcileMinutes: 90,
	offerMinutes: 1,
} as const;

/** `process` is the host and the process ID; null when an older version holds the gateway. */
export type GatewayHolder = { state: GatewayState; process: string | null };
/** A process that is connected to the database now. */
export type Replica = { process: string; runsJobs: boolean; isThis: boolean };
/** A fact that could not be read in time is `unknown`. */
export type HealthFacts = {
	/** `undoBytes`: the size of the rows that are kept for undo. */
	database: Fact<{
		responseMs: number;
		undoBytes: number;
		pendingMigrations: number;
		unknownMigrations: number;
	}>;
	serverProblems: Fact<readonly DatabaseProblem[]>;
	databaseBytes: Fact<number>;
	queues: Fact<readonly QueueFact[]>;
	discord: Fact<readonly PreflightCheck[]>;
	/** Null when no process holds the gateway. */
	gateway: Fact<GatewayHolder | null>;
	replicas: Fact<readonly Replica[]>;
	readReplicas: Fact<readonly ReadReplica[]>;
	/** When the first offer of a place ended that has not been passed on. */
	lateOfferAt: Fact<string | null>;
	departures: Fact<DepartureHold | null>;
	/** What coming events have lost with a channel or thread that was deleted on Discord. */
	lostPosts: Fact<LostPosts>;
	/** The open pages of this process, and whether it notices the commits of other processes at once. */
	live: { streams: number; isListening: boolean };
};

/** A fact that was read. */
type Known<Name extends keyof HealthFacts> = Exclude<HealthFacts[Name], 'unknown'>;

/** `unknown`: the part could not be checked. */
export type HealthProblem = Pick<PreflightCheck, 'key' | 'title' | 'href'> & {
	state: Exclude<PreflightCheck['state'], 'ok'>;
	remedy: string;
};

const DISCORD_CHECK = '/admin/discord-check';

/** Returns what is wrong and what to do about it, in the order in which an operator fixes it. */
export function evaluateHealth(facts: HealthFacts, now: Date): HealthProblem[] {
	return [
		...check(facts.database, 'database', 'The database did not respond in time', evaluateDatabase),
		...check(
			facts.serverProblems,
			'server',
			'The settings of the database could not be read',
			listServerProblems,
		),
		...check(facts.databaseBytes, 'database-size', 'The size of the database could not be read'),
		...check(facts.replicas, 'replicas', 'The list of replicas could not be read'),
		...check(
			facts.readReplicas,
			'read-replicas',
			'The read replicas could not be checked',
			evaluateReadReplicas,
		),
		...evaluateGatewayHolder(facts.gateway),
		...evaluateDiscord(facts.discord),
		...evaluateMentionedRole(facts.discord),
		...check(
			facts.lostPosts,
			'lost-posts',
			'What was deleted on Discord could not be read',
			evaluateLostPosts,
		),
		...check(facts.queues, 'queue', 'The jobs could not be read', (queues) =>
			evaluateQueues(queues, facts.gateway, now),
		),
		...check(facts.lateOfferAt, 'late-offers', 'The offers of places could not be read', (lateOfferAt) =>
			evaluateOffers(lateOfferAt, now),
		),
		...check(facts.departures, 'departures', 'Departures could not be read', evaluateDepartures),
		...evaluateLive(facts),
	];
}

/** Returns the problems of a fact of the database, or that it could not be read. */
const check = <Value>(
	fact: Fact<Value>,
	key: string,
	unknownTitle: string,
	evaluate: (value: Value) => HealthProblem[] = () => [],
): HealthProblem[] =>
	fact === 'unknown' ? [unknown(key, unknownTitle, SLOW_DATABASE)] : evaluate(fact as Value);

const SLOW_DATABASE =
	'Look at the load, the memory and the disk of the machine that runs PostgreSQL, and at the network between it and Townbell.';

function evaluateDatabase({
	responseMs,
	pendingMigrations,
	unknownMigrations,
}: Known<'database'>): HealthProblem[] {
	const problems: HealthProblem[] = [];
	if (responseMs > HEALTH_LIMITS.responseMs)
		problems.push(
			problem('database', `The database responds slowly (${formatCount(responseMs, 'millisecond')})`, {
				remedy: SLOW_DATABASE,
			}),
		);
	if (pendingMigrations > 0)
		problems.push(
			problem('pending-migrations', 'The database is older than this version', {
				remedy: `Restart Townbell: the start updates the tables (${formatCount(pendingMigrations, 'migration')}).`,
			}),
		);
	if (unknownMigrations > 0)
		problems.push(
			problem('unknown-migrations', 'The database is newer than this version', {
				remedy: HOW_TO_USE_NEWER_DATABASE,
			}),
		);
	return problems;
}

const listServerProblems = (problems: Known<'serverProblems'>): HealthProblem[] =>
	problems.map((found) => {
		const { title, remedy } = DATABASE_PROBLEMS[found];
		return problem(`server ${found}`, title, { remedy });
	});

const evaluateReadReplicas = (replicas: Known<'readReplicas'>): HealthProblem[] =>
	replicas
		.filter((replica) => !isReadable(replica))
		.map((replica) =>
			problem(`read-replica ${replica.name}`, `The read replica ${describeReadReplica(replica)}`, {
				remedy: READ_REPLICA_REMEDY,
			}),
		);

const GATEWAY_PROBLEMS: Record<GatewayState | 'none', string> = {
	none: 'No process holds the connection to Discord',
	connecting: 'The bot is not connected yet',
	'token refused': 'Discord refuses the bot’s token',
	unreachable: 'The bot cannot connect to Discord',
	connected: '',
	'connected without members': '',
};

function evaluateGatewayHolder(gateway: HealthFacts['gateway']): HealthProblem[] {
	const state = gateway === 'unknown' ? gateway : (gateway?.state ?? null);
	const check = evaluateGateway(state);
	if (check.remedy === null) return [];
	const isUnknown = state === 'unknown';
	const title = isUnknown
		? 'The connection to Discord could not be checked'
		: GATEWAY_PROBLEMS[state ?? 'none'];
	return [
		{
			key: check.key,
			title,
			state: isUnknown ? 'unknown' : 'missing',
			remedy: check.remedy,
			href: state === 'token refused' ? DISCORD_CHECK : null,
		},
	];
}

function evaluateDiscord(checks: HealthFacts['discord']): HealthProblem[] {
	const href = DISCORD_CHECK;
	const couldNotCheck = { ...unknown('discord', 'Discord could not be checked', DISCORD_UNAVAILABLE), href };
	if (checks === 'unknown') return [couldNotCheck];
	// The gateway is evaluated separately, and the role is repaired here, not on Discord.
	const others = checks.filter(({ key }) => key !== 'gateway' && key !== MENTIONED_ROLE_CHECK);
	const missing = others.filter(({ state }) => state === 'missing');
	const [first] = missing;
	if (!first) return others.some(({ state }) => state === 'unknown') ? [couldNotCheck] : [];
	const title = `${formatCount(missing.length, 'thing')} ${inflect(missing.length, 'is', 'are')} missing on Discord`;
	const remedy = missing.length === 1 ? first.remedy : null;
	return [
		problem('discord', title, { remedy: remedy ?? 'The Discord check says what to do for each.', href }),
	];
}

function evaluateMentionedRole(checks: HealthFacts['discord']): HealthProblem[] {
	const check = checks === 'unknown' ? undefined : checks.find(({ key }) => key === MENTIONED_ROLE_CHECK);
	if (check?.state !== 'missing') return [];
	const remedy = check.remedy ?? '';
	return [
		problem(check.key, 'The role to mention no longer exists', { remedy, href: '/admin/announcements' }),
	];
}

function evaluateLostPosts(lost: LostPosts): HealthProblem[] {
	const described = describeLostPosts(lost);
	if (!described) return [];
	const { title, remedy, canPost } = described;
	return [problem('lost-posts', title, { remedy, href: canPost ? LOST_POSTS_ADDRESS : CHANNEL_ADDRESS })];
}

function evaluateOffers(lateOfferAt: string | null, now: Date): HealthProblem[] {
	const lateMs = lateOfferAt === null ? 0 : now.getTime() - new Date(lateOfferAt).getTime();
	if (lateOfferAt === null || lateMs <= HEALTH_LIMITS.offerMinutes * MINUTE_MS) return [];
	return [
		problem(
			'late-offers',
			`Free places are not passed on (an offer ended ${formatRelative(lateOfferAt, now, EASTERN)})`,
			{
				remedy:
					'The log says why: look for “settling the places of an event failed”. If it does not, restart the processes that run with DISCORD_SERVICE=on.',
			},
		),
	];
}

const evaluateDepartures = (hold: DepartureHold | null): HealthProblem[] =>
	hold === null
		? []
		: [problem('departures', describeHold(hold), { remedy: HOLD_REMEDY, href: HOLD_ADDRESS })];

const JOB_LOG = 'The log says why: look for the lines “job failed”.';

function evaluateQueues(
	queues: readonly QueueFact[],
	gateway: HealthFacts['gateway'],
	now: Date,
): HealthProblem[] {
	const isLate = (instant: string | null, minutes: number) =>
		instant !== null && now.getTime() - new Date(instant).getTime() > minutes * MINUTE_MS;
	const ago = (instant: string) => formatRelative(instant, now, EASTERN);
	const late = queues.filter(({ oldestAt }) => isLate(oldestAt, HEALTH_LIMITS.waitMinutes));
	const lateJobs = late.filter(({ name }) => name !== MIRROR_QUEUE);
	const oldestJob = findOldestJob(lateJobs);
	const oldestMirror = findOldestJob(late.filter(({ name }) => name === MIRROR_QUEUE));
	const { failed, reconciledAt } = summarizeQueues(queues);
	const howToRun = gateway === null ? evaluateGateway(null).remedy : null;

	const problems: HealthProblem[] = [];
	if (oldestJob)
		problems.push(
			problem(
				'late-jobs',
				`Jobs are waiting: ${listNames(lateJobs)} (the oldest was queued ${ago(oldestJob)})`,
				{
					remedy:
						howToRun ??
						`${JOB_LOG} If there are none, restart the processes that run with DISCORD_SERVICE=on.`,
				},
			),
		);
	if (oldestMirror)
		problems.push(
			problem(
				'late-mirrors',
				`Changed events have not reached Discord (the oldest change: ${ago(oldestMirror)})`,
				{
					remedy:
						howToRun ??
						'Fix what is wrong with Discord above, if anything. The changes are tried again every two minutes.',
					href: '/admin/discord-mirrors',
				},
			),
		);
	if (failed !== null)
		problems.push(
			problem('failed-jobs', `Jobs failed in the last day: ${failed}`, {
				remedy: `${JOB_LOG} A scheduled job runs again automatically.`,
			}),
		);
	if (reconciledAt === null || isLate(reconciledAt, HEALTH_LIMITS.reconcileMinutes))
		problems.push(
			problem(
				'reconcile',
				reconciledAt === null
					? 'Discord was not compared with Townbell in the last day'
					: `Discord was last compared with Townbell ${ago(reconciledAt)}`,
				{ remedy: howToRun ?? `It should happen every hour (job ${RECONCILE_QUEUE}). ${JOB_LOG}` },
			),
		);
	return problems;
}

function evaluateLive({ live: { isListening } }: HealthFacts): HealthProblem[] {
	if (isListening) return [];
	return [
		problem('live', 'Open pages show changes up to a second late', {
			remedy:
				'This process opens its connection for LISTEN again every second. If this stays, check that a pooler in front of PostgreSQL keeps sessions.',
		}),
	];
}

const listNames = (queues: readonly QueueFact[]): string => queues.map(({ name }) => name).join(', ');

const problem = (
	key: string,
	title: string,
	{ remedy, href = null }: { remedy: string; href?: string | null },
): HealthProblem => ({ key, title, state: 'missing', remedy, href });

const unknown = (key: string, title: string, remedy: string): HealthProblem => ({
	key,
	title,
	state: 'unknown',
	remedy,
	href: null,
});
