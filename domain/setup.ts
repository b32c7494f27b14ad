import {
	type DatabaseProblem,
	describeDatabaseProblem,
	isReadable,
	READ_REPLICA_REMEDY,
	type ReadReplica,
} from './database-problems.ts';
import {
	type CHECK_STATES,
	evaluatePreflight,
	type Fact,
	type PreflightCheck,
	type PreflightFacts,
	UNKNOWN_FACTS,
} from './discord/preflight.ts';

/** `skipped`: a check that depends on one that failed, or on the running program. */
export type SetupCheck = Pick<PreflightCheck, 'key' | 'title' | 'remedy'> & {
	state: (typeof CHECK_STATES)[number] | 'skipped';
};

/** Why the database cannot be used: a known problem, or the code and the message of any other error, without secrets. */
export type DatabaseFailure = DatabaseProblem | { error: string };
export type SetupFacts = {
	/** Variables that are missing or invalid. While there are any, the other facts are null. */
	problems: readonly { variable: string; problem: string }[];
	environment: {
		isProduction: boolean;
		/** As it is written in the environment, before it is normalized. */
		appUrl: string;
		trustedProxies: number;
		/** DISCORD_SERVICE: whether Townbell, started with these variables, connects the bot. */
		runsDiscordService: boolean;
		/** The variables that still say "replace-me", as in `.env.example`. */
		unreplaced: readonly string[];
	} | null;
	database: DatabaseFailure | DatabaseFacts | null;
	discord:
		| (PreflightFacts & {
				areCredentialsValid: Fact<boolean>;
				application: Fact<{ isOwn: boolean; redirectUris: readonly string[] | null }>;
				callbackUrl: string;
				inviteUrl: string;
		  })
		| null;
};
export type DatabaseFacts = {
	/** PostgreSQL's `server_version_num`, such as 150004. */
	version: number;
	canCreateTables: boolean;
	pendingMigrations: number;
	unknownMigrations: readonly string[];
	/** Whether these are of a version that is too old to be updated by this one, and not of a newer version. */
	isTooOld: boolean;
	/** The servers of DATABASE_READ_URLS. */
	readReplicas: readonly ReadReplica[];
	/** Whether there is an admin, or an ID in ADMIN_DISCORD_IDS whose user becomes admin at the first sign-in. */
	admin: 'exists' | 'listed' | 'none';
};

const MIN_POSTGRES_VERSION = 150_000;

export const HOW_TO_USE_NEWER_DATABASE =
	'A newer version of Townbell has changed it. Start that version, or restore a backup from before the update.';

/** What to do when a database or a backup has only some of the migrations that the schema has replaced. */
export const HOW_TO_UPDATE_OLD_DATABASE =
	'An early version of Townbell has made this database. Update it first with the last version that has the migration 0060-readable-settings, then with this one.';

export const HOW_TO_BECOME_ADMIN =
	'Put your own Discord ID into ADMIN_DISCORD_IDS (on Discord, with Developer Mode on: right-click your name > Copy User ID), restart Townbell, and sign in. It works at the first sign-in of a user; if you have signed in before, first delete your profile (Profile > Danger Zone).';

const DEVELOPER_PORTAL = 'discord.com/developers/applications > your application';
const VARIABLE_REMEDIES: Record<string, string> = {
	APP_URL: 'Write the address that users type, such as https://games.example.org.',
	DATABASE_URL:
		'With compose.yaml, set POSTGRES_PASSWORD instead. Otherwise: postgres://USER:PASSWORD@HOST:5432/DATABASE.',
	SESSION_SECRET: 'Run this check with `--init -` at its end, and copy the SESSION_SECRET that it prints.',
	DISCORD_CLIENT_ID: `Copy it from ${DEVELOPER_PORTAL} > OAuth2 > Client ID.`,
	DISCORD_CLIENT_SECRET: `Copy it from ${DEVELOPER_PORTAL} > OAuth2 > Client Secret > Reset Secret.`,
	DISCORD_BOT_TOKEN: `Copy it from ${DEVELOPER_PORTAL} > Bot > Reset Token.`,
	DISCORD_GUILD_ID: 'On Discord, with Developer Mode on: right-click the server’s icon > Copy Server ID.',
	DISCORD_REQUIRED_ROLE_ID:
		'On Discord, with Developer Mode on: Server Settings > Roles > right-click the role > Copy Role ID.',
	ADMIN_DISCORD_IDS: 'On Discord, with Developer Mode on: right-click your name > Copy User ID.',
};
const getVariableRemedy = (name: string): string =>
	VARIABLE_REMEDIES[name] ?? '.env.example says what the variable means.';

/** The facts while Discord was not asked. */
const NOTHING_KNOWN = {
	...UNKNOWN_FACTS,
	announcementChannel: null,
	eventRoles: [],
	gateway: 'unknown',
	areCredentialsValid: 'unknown',
	application: 'unknown',
	callbackUrl: '',
	inviteUrl: '',
} satisfies SetupFacts['discord'];

/** Returns all checks of the set-up in the order in which an operator fixes them, each with its remedy. */
export function evaluateSetup(facts: SetupFacts): SetupCheck[] {
	return [
		...evaluateVariables(facts.problems),
		...evaluateEnvironment(facts.environment),
		...evaluateDatabase(facts.database),
		...evaluateDiscord(facts.discord, facts.environment?.runsDiscordService ?? true),
	];
}

function evaluateVariables(problems: SetupFacts['problems']): SetupCheck[] {
	if (problems.length === 0) return [evaluate('variables', 'Every variable is set and valid', true)];
	return problems.map(({ variable, problem }) =>
		evaluate(variable, `${variable} ${problem}`, false, getVariableRemedy(variable)),
	);
}

function evaluateEnvironment(environment: SetupFacts['environment']): SetupCheck[] {
	const { unreplaced = [], appUrl = '', isProduction, trustedProxies } = environment ?? {};
	const isHttps = appUrl.startsWith('https://');
	const check = (key: string, title: string, isOk: boolean, remedy: string) =>
		evaluate(key, title, environment && isOk, remedy);
	return [
		...unreplaced.map((name) =>
			evaluate(name, `${name} is not the example value`, false, getVariableRemedy(name)),
		),
		check(
			'app-url',
			'APP_URL is only https:// and a host',
			(isHttps || !isProduction) && isOrigin(appUrl),
			'Write it like https://games.example.org, without a path or a slash at the end. A site on the internet needs https.',
		),
		check(
			'proxies',
			'Townbell knows how many proxies are in front',
			!isHttps || (trustedProxies ?? 0) > 0,
			'Set TRUST_PROXY_HOPS=1 for Caddy or your own proxy. Otherwise all visitors share the limits of one address.',
		),
	];
}

/** Returns whether the URL has no path, not even a slash. */
const isOrigin = (url: string): boolean => URL.canParse(url) && new URL(url).origin === url.toLowerCase();

/** Returns whether the database was read. */
export const isUsable = (database: SetupFacts['database']): database is DatabaseFacts =>
	database !== null && typeof database === 'object' && 'version' in database;

function getDatabaseRemedy(failure: DatabaseFailure): string {
	if (typeof failure === 'string') return describeDatabaseProblem(failure);
	return `The error is: ${failure.error}. Check DATABASE_URL, and read the log of PostgreSQL.`;
}

function evaluateDatabase(database: SetupFacts['database']): SetupCheck[] {
	const found = isUsable(database) ? database : null;
	const remedy = database && !isUsable(database) ? getDatabaseRemedy(database) : null;
	const reachable = evaluate('database', 'The database can be used', database && found !== null, remedy);
	const pending = found?.pendingMigrations ?? 0;
	return [
		reachable,
		evaluate(
			'postgres-version',
			'PostgreSQL is version 15 or newer',
			found && found.version >= MIN_POSTGRES_VERSION,
			'Update PostgreSQL.',
		),
		evaluate(
			'create-tables',
			'Townbell may create its tables',
			found?.canCreateTables,
			describeDatabaseProblem('no rights'),
		),
		evaluate(
			'migrations',
			pending > 0
				? 'The database fits this version (the next start updates its tables)'
				: 'The database fits this version',
			found && found.unknownMigrations.length === 0,
			found?.isTooOld ? HOW_TO_UPDATE_OLD_DATABASE : HOW_TO_USE_NEWER_DATABASE,
		),
		...(found?.readReplicas ?? []).map((replica) =>
			evaluate(
				'read-replica',
				`The read replica ${replica.name} keeps up`,
				isReadable(replica),
				READ_REPLICA_REMEDY,
			),
		),
		evaluate(
			'admin',
			found?.admin === 'listed'
				? 'The users in ADMIN_DISCORD_IDS become admin at their first sign-in'
				: 'There is an admin',
			found && found.admin !== 'none',
			HOW_TO_BECOME_ADMIN,
		),
	];
}

function evaluateDiscord(discord: SetupFacts['discord'], runsDiscordService: boolean): SetupCheck[] {
	const facts = discord ?? NOTHING_KNOWN;
	const { isTokenValid, areCredentialsValid, application, callbackUrl } = facts;
	const canReach = discord && (isTokenValid !== 'unknown' || areCredentialsValid !== 'unknown');
	const own = application !== 'unknown' && application.isOwn ? application : null;
	const preflight = evaluatePreflight(facts, facts);
	const checks: SetupCheck[] = [
		evaluate(
			'discord',
			'Discord can be reached',
			canReach,
			'Check that this machine may open https://discord.com. If it may, Discord has a problem: try again in a minute.',
		),
		evaluate(
			'client-secret',
			'The client ID and the client secret are valid',
			areCredentialsValid,
			`Copy both again from ${DEVELOPER_PORTAL} > OAuth2 (DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET).`,
		),
		...preflight.filter(({ key }) => key === 'token'),
		evaluate(
			'application',
			'The bot belongs to the application of DISCORD_CLIENT_ID',
			application === 'unknown' ? application : application.isOwn,
			'Copy DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_BOT_TOKEN from the same application.',
		),
		evaluateRedirect(own, callbackUrl),
		...preflight.filter(({ key }) => key !== 'token'),
	];
	const isForeign = application !== 'unknown' && !application.isOwn;
	const isBlocked = isTokenValid !== true || isForeign || facts.isInGuild === false;
	// Both need the running program, and say nothing about the set-up before its first start.
	const isStopped = facts.gateway === null || facts.gateway === 'unknown';
	// No process has connected the bot, and a start with these variables would not do it either.
	const isSwitchedOff = facts.gateway === null && !runsDiscordService;
	return checks.map((check) => {
		const isSkipped =
			(check.state === 'unknown' && (!canReach || (isBlocked && check.key !== 'token'))) ||
			(isStopped && check.key === 'command') ||
			(isStopped && !isSwitchedOff && check.key === 'gateway');
		return isSkipped ? { ...check, state: 'skipped', remedy: null } : check;
	});
}

function evaluateRedirect(
	application: { redirectUris: readonly string[] | null } | null,
	callbackUrl: string,
): SetupCheck {
	const title = 'The redirect address of the sign-in is registered';
	if (!application) return evaluate('redirect', title, null);
	const { redirectUris } = application;
	const remedy = `Add this address at ${DEVELOPER_PORTAL} > OAuth2 > Redirects and save: ${callbackUrl}`;
	if (redirectUris) return evaluate('redirect', title, redirectUris.includes(callbackUrl), remedy);
	return { ...evaluate('redirect', title, 'unknown'), remedy: `Discord did not say. ${remedy}` };
}

/** Returns a check: ok, missing with its remedy, unknown, or skipped when the fact is null or undefined. */
function evaluate(
	key: string,
	title: string,
	fact: Fact<boolean> | null | undefined,
	remedy: string | null = null,
): SetupCheck {
	if (fact === null || fact === undefined) return { key, title, state: 'skipped', remedy: null };
	if (fact === 'unknown')
		return { key, title, state: 'unknown', remedy: 'Discord did not say. Try again in a minute.' };
	return fact ? { key, title, state: 'ok', remedy: null } : { key, title, state: 'missing', remedy };
}

const MARKS: Record<SetupCheck['state'], string> = { ok: '✓', missing: '✗', unknown: '?', skipped: '–' };

/** The checks that the invite link solves: it adds the bot with all its permissions. */
const SOLVED_BY_INVITE = /^(guild|create-events|manage-events|manage-roles|command|announcement-)/;

/** Returns the checks as lines for a terminal; `inviteUrl` is added when inviting the bot helps. */
export function formatSetup(checks: readonly SetupCheck[], inviteUrl: string | null): string {
	const lines = checks.flatMap(({ title, state, remedy }) => [
		`${MARKS[state]} ${title}${state === 'skipped' ? ' (not checked)' : ''}`,
		...(remedy ? [`  ${remedy}`] : []),
	]);
	const missing = checks.filter(({ state }) => state === 'missing');
	if (inviteUrl && missing.some(({ key }) => SOLVED_BY_INVITE.test(key)))
		lines.push('', 'Invite the bot, also to give it missing permissions:', `  ${inviteUrl}`);
	const skipped = checks.filter(({ state }) => state === 'skipped').length;
	lines.push(
		'',
		missing.length > 0
			? `To fix: ${missing.length}. Change .env or Discord as the lines with ✗ say, then run this check again.`
			: 'Everything that could be checked is right.',
	);
	if (skipped > 0) lines.push('Lines with – depend on another line, or on the running program.');
	return `${lines.join('\n')}\n`;
}

/** Variables that `createEnvFile` fills with a new secret of this many bytes. */
const SECRETS = { SESSION_SECRET: 48, METRICS_TOKEN: 24, POSTGRES_PASSWORD: 24 };
/** Variables that only the operator knows. */
const OWN_VALUES = /^(APP_URL|DISCORD_\w+|ADMIN_DISCORD_IDS)=.*$/gm;

/**
 * Returns `.env` for a new installation, made of `.env.example`: with new secrets, behind Caddy, and empty
 * where only the operator knows. `createSecret(bytes)` returns random letters and digits.
 */
export function createEnvFile(example: string, createSecret: (bytes: number) => string): string {
	let text = example.replace(OWN_VALUES, '$1=');
	for (const [name, bytes] of Object.entries(SECRETS))
		text = text.replace(new RegExp(`^(# )?${name}=.*$`, 'm'), `${name}=${createSecret(bytes)}`);
	return text
		.replace(/^(# )?TRUST_PROXY_HOPS=.*$/m, 'TRUST_PROXY_HOPS=1')
		.replace(/^(# )?COMPOSE_PROFILES=.*$/m, 'COMPOSE_PROFILES=caddy');
}
