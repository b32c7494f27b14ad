import type { Persona } from '~/seeds/personas.ts';
import { Channels } from './channels.ts';
import type { CommandChoice, Invocation, MessageMenuChoice, Typing, UserMenuChoice } from './commands.ts';
import { type InteractionReply, Interactions } from './interactions.ts';
import type { ModalSubmission } from './modals.ts';
import {
	ALL_PERMISSIONS,
	type BotPermission,
	type StandInRole,
	toAddedRoleObject,
	toBotRoleObject,
	toMemberObject,
	toUserObject,
} from './objects.ts';
import { findPacketError, type Packet } from './packets.ts';
import type { Press, Selection } from './pressed-components.ts';
import { type RateLimit, RateLimits } from './rate-limits.ts';
import { type EventChanges, type NewEvent, ScheduledEvents, type StandInEvent } from './scheduled-events.ts';
import { createSnowflakeGenerator } from './snowflakes.ts';
import { type Delay, type Failure, Switches } from './switches.ts';

/** The server and the application of a stand-in, such as `DEMO_GUILD` of the seeds. */
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

/** A Discord account. `member` is null when the user is not on the server. */
export type StandInUser = Persona & {
	member: { roles: string[]; nick: string | null; joinedAt: string } | null;
};

export type AuthorizationCode = {
	userId: string;
	redirectUri: string;
	scope: string;
	codeChallenge: string;
	expiresAt: number;
};
export type AccessToken = { userId: string; scope: string; expiresAt: number };

export type RecordedRequest = {
	route: string;
	path: string;
	query: string;
	authorization: 'bot' | 'bearer' | 'basic' | 'none';
};

const JOINED_AT = '2024-03-01T18:00:00.000Z';
const FIRST_BULK_ID = 700_000_000_000_000_000n;

/** The state of the stand-in. Tests, handlers and the gateway read and change it directly. */
export class StandInState {
	readonly guild: StandInGuild;
	readonly users = new Map<string, StandInUser>();
	readonly codes = new Map<string, AuthorizationCode>();
	readonly tokens = new Map<string, AccessToken>();
	readonly redirectUris: Set<string>;
	/** Every request in order, without its credentials. */
	readonly requests: RecordedRequest[] = [];
	/** Violations of Discord's official schema or documented rules. Each one is a bug of the app or the stand-in. */
	readonly violations: string[] = [];
	readonly switches = new Switches();
	readonly rateLimits = new RateLimits();
	readonly events = new ScheduledEvents(this);
	readonly channels = new Channels(this);
	readonly interactions = new Interactions(this);
	/** The permissions of the bot's role; `setPermissions` changes them. */
	readonly permissions = new Set<BotPermission>();
	/** The roles that were added to the server, by ID. */
	readonly roles = new Map<string, StandInRole>();
	/** What the audit log says of each role that the bot gave or took, in order. */
	readonly auditReasons: string[] = [];
	/** The IDs of roles that were deleted. */
	readonly deletedRoles = new Set<string>();
	/** Whether the members intent is enabled in the developer portal. */
	grantsMembersIntent = true;
	gatewayUrl: string;
	/** The origin of Discord's files. */
	readonly cdnUrl: string;
	readonly now: () => Date;
	readonly nextId: () => string;
	readonly #personas: readonly Persona[];
	readonly #listeners = new Set<(packet: Packet) => void>();

	constructor(init: {
		personas: readonly Persona[];
		guild: StandInGuild;
		redirectUris: readonly string[];
		gatewayUrl: string;
		cdnUrl: string;
		now: () => Date;
	}) {
		this.guild = init.guild;
		this.redirectUris = new Set(init.redirectUris);
		this.gatewayUrl = init.gatewayUrl;
		this.cdnUrl = init.cdnUrl;
		this.now = init.now;
		this.nextId = createSnowflakeGenerator(init.now);
		this.#personas = init.personas;
		this.reset();
	}

	/** Restores the initial state: the original personas, and no requests, tokens or failures. */
	reset(): void {
		for (const store of [this.users, this.codes, this.tokens, this.events]) store.clear();
		this.channels.clear();
		this.interactions.clear();
		this.requests.length = 0;
		this.violations.length = 0;
		this.recover();
		this.grantsMembersIntent = true;
		this.deletedRoles.clear();
		this.roles.clear();
		this.auditReasons.length = 0;
		this.permissions.clear();
		for (const permission of ALL_PERMISSIONS) this.permissions.add(permission);
		for (const persona of this.#personas) this.addUser(persona);
	}

	/** Adds or replaces an account. Its `kind` decides if it is a member and has the required role. */
	addUser(persona: Persona): StandInUser {
		const roles = persona.kind === 'no-role' ? [] : [this.guild.requiredRoleId];
		const member =
			persona.kind === 'stranger' ? null : { roles, nick: persona.nickname, joinedAt: JOINED_AT };
		const user: StandInUser = { ...persona, member };
		this.users.set(persona.discordId, user);
		return user;
	}

	/** Adds `count` members with the required role, without a packet. They are the same in every run. */
	addMembers(count: number): StandInUser[] {
		const start = this.users.size;
		return Array.from({ length: count }, (_, index) => {
			const discordId = String(FIRST_BULK_ID + BigInt(start + index));
			const username = `member_${start + index}`;
			const globalName = `Member ${start + index}`;
			return this.addUser({
				discordId,
				username,
				globalName,
				nickname: null,
				avatar: null,
				kind: 'player',
			});
		});
	}

	/** Returns the account with this ID. Throws when it does not exist. */
	getUser(discordId: string): StandInUser {
		const user = this.users.get(discordId);
		if (!user) throw new Error(`The Discord stand-in has no user with the ID ${discordId}`);
		return user;
	}

	/** Sets a member's roles. A user who is not on the server becomes a member. */
	setRoles(discordId: string, roles: readonly string[]): void {
		const { member } = this.getUser(discordId);
		this.#setMember(discordId, { nick: null, joinedAt: JOINED_AT, ...member, roles: [...roles] });
	}

	/** Sets or removes a member's nickname. */
	setNickname(discordId: string, nick: string | null): void {
		const { member } = this.getUser(discordId);
		if (!member) throw new Error(`${discordId} is not on the server and cannot have a nickname`);
		this.#setMember(discordId, { ...member, nick });
	}

	/** Changes the names or the avatar of an account. Discord tells the servers of which the user is a member. */
	changeAccount(
		discordId: string,
		changes: Partial<Pick<StandInUser, 'username' | 'globalName' | 'avatar'>>,
	): void {
		const user = this.getUser(discordId);
		Object.assign(user, changes);
		if (user.member) this.#setMember(discordId, user.member);
	}

	/** Removes the user from the server. */
	leaveGuild(discordId: string): void {
		const user = this.getUser(discordId);
		if (!user.member) return;
		user.member = null;
		this.announce('GUILD_MEMBER_REMOVE', { guild_id: this.guild.guildId, user: toUserObject(user) });
	}

	/** Sets the bot's permissions. */
	setPermissions(permissions: readonly BotPermission[]): void {
		this.permissions.clear();
		for (const permission of permissions) this.permissions.add(permission);
		this.announce('GUILD_ROLE_UPDATE', { guild_id: this.guild.guildId, role: toBotRoleObject(this) });
	}

	/** Adds a role to the server, or changes one that was added. */
	setRole(id: string, changes: Partial<StandInRole> = {}): void {
		const former = this.roles.get(id);
		const role = { name: 'Tonight', position: 1, permissions: 0n, managed: false, ...former, ...changes };
		this.roles.set(id, role);
		const type = former ? 'GUILD_ROLE_UPDATE' : 'GUILD_ROLE_CREATE';
		this.announce(type, { guild_id: this.guild.guildId, role: toAddedRoleObject(id, role) });
	}

	/** Deletes a role of the server; its members lose it without packets of their own. */
	deleteRole(role_id: string): void {
		this.deletedRoles.add(role_id);
		for (const { member } of this.users.values())
			if (member) member.roles = member.roles.filter((id) => id !== role_id);
		this.announce('GUILD_ROLE_DELETE', { guild_id: this.guild.guildId, role_id });
	}

	/** Creates a scheduled event as a Discord user would do it. */
	addEvent(init: NewEvent): StandInEvent {
		return this.events.add(init);
	}

	/** Changes a scheduled event as a Discord user would do it. */
	updateEvent(id: string, changes: EventChanges): void {
		this.events.update(id, changes);
	}

	/** Lets Discord start and end scheduled events as it does on its own at these times. */
	passTime(now: Date): void {
		this.events.passTime(now);
	}

	/** Deletes a scheduled event as a Discord user would do it. */
	deleteEvent(id: string): void {
		this.events.remove(id);
	}

	/** Marks the user as "Interested". */
	addInterest(eventId: string, userId: string): void {
		this.events.addInterest(eventId, userId);
	}

	/** Removes the user's interest. `keepsRow` leaves a row with `response: 0` in the list of users. */
	removeInterest(eventId: string, userId: string, { keepsRow = false } = {}): void {
		this.events.removeInterest(eventId, userId, keepsRow);
	}

	/** Invokes a slash command as a member. Resolves with the message or the modal that the member sees. */
	invokeCommand(invocation: Invocation): Promise<InteractionReply> {
		return this.interactions.invoke(invocation);
	}

	/** Chooses a command from the menu of a user as a member. Resolves with what the member sees. */
	invokeOnUser(choice: UserMenuChoice): Promise<InteractionReply> {
		return this.interactions.invokeOnUser(choice);
	}

	/** Chooses a command from the menu of a message as a member. Resolves with what the member sees. */
	invokeOnMessage(choice: MessageMenuChoice): Promise<InteractionReply> {
		return this.interactions.invokeOnMessage(choice);
	}

	/** Types a part of an option's value as a member. Resolves with the choices that the app suggests. */
	autocomplete(typing: Typing): Promise<CommandChoice[]> {
		return this.interactions.autocomplete(typing);
	}

	/** Presses a button of a message as a member. Resolves with the message or the modal that the member sees. */
	press(press: Press): Promise<InteractionReply> {
		return this.interactions.press(press);
	}

	/** Chooses options of a select as a member. Resolves with the message or the modal that the member sees. */
	select(selection: Selection): Promise<InteractionReply> {
		return this.interactions.select(selection);
	}

	/** Submits a modal as the member who sees it. Resolves with the message that the member then sees. */
	submitModal(submission: ModalSubmission): Promise<InteractionReply> {
		return this.interactions.submitModal(submission);
	}

	/** Makes a route fail, `times` times or until `recover()`. */
	fail(failure: Failure): void {
		this.switches.fail(failure);
	}

	/** Delays the responses of a route. */
	delay(delay: Delay): void {
		this.switches.delay(delay);
	}

	/** Holds the next `times` requests of a route until the returned function is called. */
	hold(route: string, times = 1): () => void {
		return this.switches.hold(route, times);
	}

	/** Limits the requests of a route, or of the bot, in a time window. */
	limitRate(limit: RateLimit): void {
		this.rateLimits.limit(limit);
	}

	/** Ends every failure, delay and rate limit. */
	recover(): void {
		this.switches.recover();
		this.rateLimits.clear();
	}

	/** Returns the number of requests to a route. */
	countRequests(route: string): number {
		return this.requests.filter((request) => request.route === route).length;
	}

	/** Sends a packet to the listeners, such as the gateway. */
	announce(t: string, d: unknown): void {
		const packet = { t, d };
		const error = findPacketError(packet);
		if (error !== null) this.violations.push(`the gateway's ${error}`);
		for (const listener of this.#listeners) listener(packet);
	}

	/** Registers a listener for all announced packets. */
	listen(listener: (packet: Packet) => void): void {
		this.#listeners.add(listener);
	}

	#setMember(discordId: string, member: NonNullable<StandInUser['member']>): void {
		const user = this.getUser(discordId);
		const type = user.member ? 'GUILD_MEMBER_UPDATE' : 'GUILD_MEMBER_ADD';
		user.member = member;
		this.announce(type, { guild_id: this.guild.guildId, ...toMemberObject(user) });
	}
}
