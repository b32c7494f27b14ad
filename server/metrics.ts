import { Counter, Registry } from 'prom-client';
import {
	SIGNUP_SOURCES,
	SIGNUP_STATUSES,
	type SignupSource,
	type SignupStatus,
} from '~/domain/signups/statuses.ts';

/**
 * What GET /metrics shows (server/http/metrics.ts). A label has few possible values, and never an id or a name of a
 * user or an event.
 */
export const registry = new Registry();

/** How a call to Discord ended. `undeliverable`: a direct message to a user who accepts none. */
const DISCORD_OUTCOMES = [
	'ok',
	'not_found',
	'undeliverable',
	'refused',
	'invalid',
	'rate_limited',
	'failed',
] as const;
export type DiscordOutcome = (typeof DISCORD_OUTCOMES)[number];

const discordCalls = new Counter({
	name: 'townbell_discord_calls_total',
	help: 'Calls to the REST API of Discord by outcome, without replies to commands and buttons.',
	labelNames: ['outcome'],
	registers: [registry],
});

const signIns = new Counter({
	name: 'townbell_sign_ins_total',
	help: 'Sign-ins that succeeded (outcome "signed_in"), and the reasons of those that did not.',
	labelNames: ['outcome'],
	registers: [registry],
});

const signups = new Counter({
	name: 'townbell_signups_total',
	help: 'Signups that users saved, and those of users who are interested on Discord, by status and source.',
	labelNames: ['status', 'source'],
	registers: [registry],
});

// A counter that appears with its first count looks to Prometheus as if it had never increased.
for (const outcome of DISCORD_OUTCOMES) discordCalls.inc({ outcome }, 0);
signIns.inc({ outcome: 'signed_in' }, 0);
for (const status of SIGNUP_STATUSES) for (const source of SIGNUP_SOURCES) signups.inc({ status, source }, 0);

/** Counts one call to Discord. */
export const countDiscordCall = (outcome: DiscordOutcome): void => discordCalls.inc({ outcome });

/** Counts one sign-in; `outcome` is 'signed_in' or one of a fixed list of reasons. */
export const countSignIn = (outcome: string): void => signIns.inc({ outcome });

/** Counts saved signups. */
export const countSignups = (status: SignupStatus, source: SignupSource, count = 1): void =>
	signups.inc({ status, source }, count);
