import type { Persona } from '~/seeds/personas.ts';
import { type CommandReply, Interactions, type Invocation } from './interactions.ts';
import { ALL_PERMISSIONS, type BotPermission, botRoleObject, memberObject, userObject } from './objects.ts';
import { checkPacket, type Packet } from './packets.ts';
import { type RateLimit, RateLimits } from './rate-limits.ts';
import { type EventChanges, type NewEvent, ScheduledEvents, type StandInEvent } from './scheduled-events.ts';
import { createSnowflakes } from './snowflakes.ts';
import { type Delay, type Failure, Switches } from './switches.ts';

/** The one server and application that the stand-in knows; `DEMO_GUILD` of the seeds is one. */
export type StandInGuild = {
	name: string;
	guildId: string;
	requiredRoleId: string;
	requiredRoleName: string;
	clientId: string;
	/** The bot's user, which differs from the application (`clientId`) for old applications. */
	botUserId: string;
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

export type SeenRequest = {
	route: string;
	query: string;
	authorization: 'bot' | 'bearer' | 'basic' | 'none';
};

const JOINED_AT = '2024-03-01T18:00:00.000Z';
const FIRST_BULK_ID = 700_000_000_000_000_000n;

/** All that the stand-in remembers. Tests read and change it directly; handlers and the gateway do nothing else. */
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
	readonly switches = new Switches();
	readonly rateLimits = new RateLimits();
	readonly events = new ScheduledEvents(this);
	readonly interactions = new Interactions(this);
	/** What the bot's role allows; `setPermissions` changes it. */
	readonly permissions = new Set<BotPermission>();
	/** Whether the members intent is switched on in the developer portal. */
	grantsMembersIntent = true;
	gatewayUrl: string;
	readonly now: () => Date;
	readonly nextId: () => string;
	readonly #personas: readonly Persona[];
	readonly #listeners = new Set<(packet: Packet) => void>();

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
		this.nextId = createSnowflakes(init.now);
		this.#personas = init.personas;
		this.reset();
	}

	/** Back to the beginning: the personas as they were given, nothing asked, nothing granted, nothing failing. */
	reset(): void {
		for (const memory of [this.people, this.codes, this.tokens, this.events, this.interactions])
			memory.clear();
		this.requests.length = 0;
		this.violations.length = 0;
		this.recover();
		this.grantsMembersIntent = true;
		this.permissions.clear();
		for (const permission of ALL_PERMISSIONS) this.permissions.add(permission);
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

	/** Adds this many members with the required role, who were there all along; the same ones in every run. */
	addMembers(count: number): StandInPerson[] {
		const start = this.people.size;
		return Array.from({ length: count }, (_, index) => {
			const discordId = String(FIRST_BULK_ID + BigInt(start + index));
			const username = `member_${start + index}`;
			const globalName = `Member ${start + index}`;
			return this.addPerson({
				discordId,
				username,
				globalName,
				nickname: null,
				avatar: null,
				kind: 'player',
			});
		});
	}

	/** The account with this ID; throws when there is none, for tests that name one that must exist. */
	person(discordId: string): StandInPerson {
		const person = this.people.get(discordId);
		if (!person) throw new Error(`The Discord stand-in knows nobody with the ID ${discordId}`);
		return person;
	}

	/** Gives a member these roles, and makes a stranger a member. */
	setRoles(discordId: string, roles: readonly string[]): void {
		const { member } = this.person(discordId);
		this.#setMember(discordId, { nick: null, joinedAt: JOINED_AT, ...member, roles: [...roles] });
	}

	/** Gives a member another nickname, or none. */
	setNickname(discordId: string, nick: string | null): void {
		const { member } = this.person(discordId);
		if (!member) throw new Error(`${discordId} is not on the server, so has no nickname there`);
		this.#setMember(discordId, { ...member, nick });
	}

	/** The person leaves the server. */
	leaveGuild(discordId: string): void {
		const person = this.person(discordId);
		if (!person.member) return;
		person.member = null;
		this.announce('GUILD_MEMBER_REMOVE', { guild_id: this.guild.guildId, user: userObject(person) });
	}

	/** What the bot may do from now on. */
	setPermissions(permissions: readonly BotPermission[]): void {
		this.permissions.clear();
		for (const permission of permissions) this.permissions.add(permission);
		this.announce('GUILD_ROLE_UPDATE', { guild_id: this.guild.guildId, role: botRoleObject(this) });
	}

	/** A scheduled event that somebody makes on Discord itself. */
	addEvent(init: NewEvent): StandInEvent {
		return this.events.add(init);
	}

	/** A change that somebody makes on Discord itself, of any kind. */
	updateEvent(id: string, changes: EventChanges): void {
		this.events.update(id, changes);
	}

	/** Somebody deletes the event on Discord itself. */
	deleteEvent(id: string): void {
		this.events.remove(id);
	}

	/** The person presses "Interested". */
	addInterest(eventId: string, personId: string): void {
		this.events.addInterest(eventId, personId);
	}

	/** And takes it back; `keepsRow` leaves a row with `response: 0` in the list of users. */
	removeInterest(eventId: string, personId: string, { keepsRow = false } = {}): void {
		this.events.removeInterest(eventId, personId, keepsRow);
	}

	/** A member types a slash command; resolves with what they then see. */
	invokeCommand(invocation: Invocation): Promise<CommandReply> {
		return this.interactions.invoke(invocation);
	}

	/** Makes a route fail, `times` times or until `recover()`. */
	fail(failure: Failure): void {
		this.switches.fail(failure);
	}

	/** Makes a route answer late. */
	delay(delay: Delay): void {
		this.switches.delay(delay);
	}

	/** Lets only so many calls of a route, or of the bot, through in a time. */
	limitRate(limit: RateLimit): void {
		this.rateLimits.limit(limit);
	}

	/** Ends every failure, delay and rate limit. */
	recover(): void {
		this.switches.recover();
		this.rateLimits.clear();
	}

	/** How often a route was called. */
	countRequests(route: string): number {
		return this.requests.filter((request) => request.route === route).length;
	}

	/** Tells the gateway that something happened. */
	announce(t: string, d: unknown): void {
		const packet = { t, d };
		const wrong = checkPacket(packet);
		if (wrong !== null) this.violations.push(`the gateway's ${wrong}`);
		for (const listener of this.#listeners) listener(packet);
	}

	/** Hears of everything that is announced. */
	listen(listener: (packet: Packet) => void): void {
		this.#listeners.add(listener);
	}

	#setMember(discordId: string, member: NonNullable<StandInPerson['member']>): void {
		const person = this.person(discordId);
		const type = person.member ? 'GUILD_MEMBER_UPDATE' : 'GUILD_MEMBER_ADD';
		person.member = member;
		this.announce(type, { guild_id: this.guild.guildId, ...memberObject(person) });
	}
}
