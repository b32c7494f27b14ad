import { accessSync, constants } from 'node:fs';
import { z } from 'zod';
import { DISCORD_ID } from '../domain/ids.ts';
import { DEFAULT_GAME_NAME } from '../domain/limits.ts';

const flag = (fallback: boolean) =>
	z
		.enum(['true', 'false', '1', '0', 'on', 'off'], 'must be true or false')
		.default(fallback ? 'true' : 'false')
		.transform((value) => ['true', '1', 'on'].includes(value));
const text = () => z.string('is missing').trim().min(1, 'is missing');
const address = () =>
	text()
		.pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }))
		.transform((value) => value.replace(/\/+$/, ''));
const snowflake = () => text().regex(DISCORD_ID, 'must be a Discord ID (17 to 20 digits)');
const wholeNumber = (fallback: number, min: number, max: number) =>
	z.coerce
		.number('must be a number')
		.int('must be a whole number')
		.min(min, `must be at least ${min}`)
		.max(max, `must be at most ${max}`)
		.default(fallback);

/** The samplers of OpenTelemetry that need no other service. */
const SAMPLERS = [
	'always_on',
	'always_off',
	'traceidratio',
	'parentbased_always_on',
	'parentbased_always_off',
	'parentbased_traceidratio',
] as const;

const splitList = (list: string): string[] =>
	list
		.split(',')
		.map((item) => item.trim())
		.filter(Boolean);

/** Returns whether an address is only a protocol and a host, because every path of the site begins at its root. */
function hasNoPath(url: string): boolean {
	const { pathname, search, hash, username, password } = new URL(url);
	return pathname === '/' && [search, hash, username, password].every((part) => part === '');
}

/** An address that the database's driver can read: it decodes user name and password. */
const databaseUrl = (error: string) =>
	z
		.string()
		.refine((url) => !hasRawCharacter(url), RAW_CHARACTER)
		.pipe(z.url({ protocol: /^postgres(ql)?$/, error }))
		.refine(isDecodable, 'has a % that is not part of a code: write it as %25')
		.refine(canReadFiles, 'names a file (sslrootcert, sslcert or sslkey) that cannot be read');

const RAW_CHARACTER =
	'has a password (POSTGRES_PASSWORD with compose.yaml) with @, /, # or ?: write them as %40, %2F, %23 and %3F, or choose one of letters and digits';

/**
 * Returns whether the password, which ends at the last @, contains a character that ends a part of an address. Without
 * this, the address has another host, or is none.
 */
function hasRawCharacter(url: string): boolean {
	const [, password = ''] = /^postgres(?:ql)?:\/\/[^/?#@:]*:(.*)@/s.exec(url) ?? [];
	return /[@/#?]/.test(password);
}

/** Returns whether an address can be decoded. The result is used, because a bundler would otherwise remove the call. */
function isDecodable(text: string): boolean {
	try {
		return typeof decodeURI(text) === 'string';
	} catch {
		return false;
	}
}

/** Returns whether the files that the address names can be read. The driver reads them when it gets the address. */
function canReadFiles(url: string): boolean {
	if (!URL.canParse(url)) return true;
	const { searchParams } = new URL(url);
	try {
		for (const name of ['sslrootcert', 'sslcert', 'sslkey'])
			if (searchParams.has(name)) accessSync(searchParams.get(name) ?? '', constants.R_OK);
		return true;
	} catch {
		return false;
	}
}

const environment = z.object({
	NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
	PORT: wholeNumber(3000, 0, 65535),
	HOST: z.string().optional(),
	APP_URL: address().refine(hasNoPath, 'must have no path: write it like https://games.example.org'),
	DATABASE_URL: text().pipe(databaseUrl('must be a postgres:// address')),
	DATABASE_READ_URLS: z
		.string()
		.default('')
		.transform(splitList)
		.pipe(z.array(databaseUrl('must be postgres:// addresses, comma-separated'))),
	SESSION_SECRET: text().min(32, 'must have at least 32 characters'),
	DISCORD_CLIENT_ID: snowflake(),
	DISCORD_CLIENT_SECRET: text(),
	DISCORD_BOT_TOKEN: text(),
	DISCORD_GUILD_ID: snowflake(),
	DISCORD_REQUIRED_ROLE_ID: snowflake(),
	DISCORD_API_URL: address().default('https://discord.com/api'),
	DISCORD_AUTHORIZE_URL: address().default('https://discord.com/oauth2/authorize'),
	DISCORD_CDN_URL: address().default('https://cdn.discordapp.com'),
	DISCORD_SERVICE: flag(true),
	ADMIN_DISCORD_IDS: z
		.string()
		.default('')
		.transform(splitList)
		.pipe(z.array(z.string().regex(DISCORD_ID, 'must be Discord IDs, comma-separated'))),
	GAME_NAME: z.string().trim().min(1).default(DEFAULT_GAME_NAME),
	COMMUNITY_NAME: z.string().trim().min(1).default('our community'),
	COMMUNITY_JOIN_URL: address().optional(),
	TEST_ENVIRONMENT_ENABLED: flag(false),
	TRUST_PROXY_HOPS: wholeNumber(0, 0, 16),
	DATABASE_POOL_MAX: wholeNumber(10, 2, 200),
	LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
	METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
	OTEL_EXPORTER_OTLP_ENDPOINT: address().optional(),
	OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address().optional(),
	OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
	OTEL_TRACES_SAMPLER_ARG: z.coerce
		.number('must be a number')
		.min(0, 'must be at least 0')
		.max(1, 'must be at most 1')
		.default(1),
	OTEL_SDK_DISABLED: flag(false),
	RATE_LIMIT_FACTOR: z.coerce.number('must be a number').positive('must be above 0').default(1),
});

export type Config = z.infer<typeof environment>;

/**
 * Thrown when variables are missing or invalid; one message lists all of them for the operator, and `problems` one by
 * one. Neither contains a value.
 */
export class ConfigError extends Error {
	override readonly name = 'ConfigError';
	readonly problems: readonly { variable: string; problem: string }[];

	constructor(problems: ConfigError['problems']) {
		const lines = problems.map(({ variable, problem }) => `  ${variable} ${problem}`);
		super(`Townbell cannot start. Please set these variables (see .env.example):\n${lines.join('\n')}`);
		this.problems = problems;
	}
}

/**
 * Returns the configuration that the environment contains; an empty variable counts as unset. Throws `ConfigError` with
 * the names of all missing and invalid variables; the message never contains a value.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
	const set = Object.fromEntries(
		Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
	);
	const parsed = environment.safeParse(set);
	if (parsed.success) return parsed.data;
	const problems = new Map(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
	throw new ConfigError([...problems].map(([variable, problem]) => ({ variable, problem })));
}

let current: Config | undefined;

/** Returns the configuration of the process, which is parsed once. Throws `ConfigError` when it is not valid. */
export function config(): Config {
	current ??= parseConfig(process.env);
	return current;
}
