import type { Persona } from '~/seeds/personas.ts';

/** The one server and application that the stand-in knows; `DEMO_GUILD` of the seeds is one. */
export type StandInGuild = {
	name: string;
	guildId: string;
	requiredRoleId: string;
	requiredRoleName: string;
	clientId: string;
	clientSecret: string;
	botToken: string;
};

/** A Discord account; `member` is null for somebody who is not on the server. */
export type StandInPerson = Persona & {
	member: { roles: string[]; nick: string | null; joinedAt: string } | null;
};

export type AuthorizationCode = {
	personId: string;
	redirectUri: string;
	scope: string;
	codeChallenge: string;
	expiresAt: number;
};
export type AccessToken = { personId: string; scope: string; expiresAt: number };

/** `route` is a route's name such as `GET /users/@me`, or `*`; without `times` it lasts until `recover()`. */
export type Failure = { route: string; times?: number } & (
	| { status: number; retryAfter?: number; global?: boolean }
	| { network: true }
);
export type Delay = { route: string; ms: number };

export type SeenRequest = {
	route: string;
	query: string;
	authorization: 'bot' | 'bearer' | 'basic' | 'none';
};

const JOINED_AT = '2024-03-01T18:00:00.000Z';

/** All that the stand-in remembers. Tests read and change it directly; handlers do nothing else. */
export class StandInState {
	readonly guild: StandInGuild;
	readonly people = new Map<string, StandInPerson>();
	readonly codes = new Map<string, AuthorizationCode>();
	readonly tokens = new Map<string, AccessToken>();
	readonly redirectUris: Set<string>;
	/** Every request in order, never its credentials. */
	readonly requests: SeenRequest[] = [];
	/** What broke Discord's official schema or a documented rule; a test that finds one has found a bug of ours. */
	readonly violations: string[] = [];
	gatewayUrl: string;
	readonly now: () => Date;
	readonly #personas: readonly Persona[];
	#failures: Failure[] = [];
	#delays: Delay[] = [];

	constructor(init: {
		personas: readonly Persona[];
		guild: StandInGuild;
		redirectUris: readonly string[];
		gatewayUrl: string;
		now: () => Date;
	}) {
		this.guild = init.guild;
		this.redirectUris = new Set(init.redirectUris);
		this.gatewayUrl = init.gatewayUrl;
		this.now = init.now;
		this.#personas = init.personas;
		this.reset();
	}

	/** Back to the beginning: the personas as they were given, nothing asked, nothing granted, nothing failing. */
	reset(): void {
		for (const memory of [this.people, this.codes, this.tokens]) memory.clear();
		this.requests.length = 0;
		this.violations.length = 0;
		this.recover();
		for (const persona of this.#personas) this.addPerson(persona);
	}

	/** Adds or replaces an account; its `kind` says whether it is a member and has the required role. */
	addPerson(persona: Persona): StandInPerson {
		const roles = persona.kind === 'no-role' ? [] : [this.guild.requiredRoleId];
		const member =
			persona.kind === 'stranger' ? null : { roles, nick: persona.nickname, joinedAt: JOINED_AT };
		const person: StandInPerson = { ...persona, member };
		this.people.set(persona.discordId, person);
		return person;
	}

	/** The account with this ID; throws when there is none, for tests that name one that must exist. */
	person(discordId: string): StandInPerson {
		const person = this.people.get(discordId);
		if (!person) throw new Error(`The Discord stand-in knows nobody with the ID ${discordId}`);
		return person;
	}

	/** Gives a member these roles, and makes a stranger a member. */
	setRoles(discordId: string, roles: readonly string[]): void {
		const person = this.person(discordId);
		person.member = {
			roles: [...roles],
			nick: person.member?.nick ?? null,
			joinedAt: person.member?.joinedAt ?? JOINED_AT,
		};
	}

	/** The person leaves the server. */
	leaveGuild(discordId: string): void {
		this.person(discordId).member = null;
	}

	/** Makes a route answer with an error status, or break the connection, `times` times or until `recover()`. */
	fail(failure: Failure): void {
		this.#failures.push({ ...failure });
	}

	/** Makes a route answer late. */
	delay(delay: Delay): void {
		this.#delays.push(delay);
	}

	/** Ends every failure and delay. */
	recover(): void {
		this.#failures = [];
		this.#delays = [];
	}

	/** The failure that this request meets, counted down. */
	takeFailure(route: string): Failure | undefined {
		const failure = this.#failures.find((one) => matches(one.route, route));
		if (failure?.times !== undefined) {
			failure.times -= 1;
			if (failure.times <= 0) this.#failures.splice(this.#failures.indexOf(failure), 1);
		}
		return failure;
	}

	/** How long this request has to wait, in milliseconds. */
	delayOf(route: string): number {
		return this.#delays.filter((one) => matches(one.route, route)).reduce((sum, one) => sum + one.ms, 0);
	}

	/** How often a route was called. */
	countRequests(route: string): number {
		return this.requests.filter((request) => request.route === route).length;
	}
}

const matches = (wanted: string, route: string) => wanted === '*' || wanted === route;
