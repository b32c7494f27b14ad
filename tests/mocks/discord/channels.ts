import { applyBody, EPHEMERAL, type MessageBody, type StandInFile, type StandInMessage } from './messages.ts';
import { BOT_ROLE_ID, type BotPermission, toPermissionBits, toUserObject } from './objects.ts';
import { compareSnowflakes } from './snowflakes.ts';
import type { StandInState } from './state.ts';

const TEXT = 0;
const DIRECT_MESSAGES = 1;
const VOICE = 2;
const ANNOUNCEMENTS = 5;
const ANNOUNCEMENT_THREAD = 10;
const PUBLIC_THREAD = 11;

type Overwrite = { id: string; type: 0 | 1; allow: BotPermission[]; deny: BotPermission[] };
export type StandInChannel = {
	readonly id: string;
	readonly type: 0 | 1 | 2 | 5 | 10 | 11;
	name: string;
	/** The permissions that this channel changes, by role (0) or member (1). */
	overwrites: Overwrite[];
	/** The channel of a thread; null for others. */
	readonly parentId: string | null;
	/** The member of a direct-message channel; null for others. */
	readonly recipientId: string | null;
	readonly createdAt: Date;
	/** Whether a thread is archived, as it is after some days without messages. */
	isArchived: boolean;
	/** Whether a moderator has closed a thread, so that nobody may write in it. */
	isLocked: boolean;
	/** When a thread got its new names of the current ten minutes. */
	renamedAt: Date[];
};

export const TEXT_CHANNEL_ID = '600000000000000001';
export const VOICE_CHANNEL_ID = '600000000000000002';
export const ANNOUNCEMENT_CHANNEL_ID = '600000000000000003';
/** A text channel that the bot cannot see. */
export const HIDDEN_CHANNEL_ID = '600000000000000004';

/** Discord compares a nonce with those of the past few minutes. */
const NONCE_MS = 2 * 60_000;

/** Discord's limit of new names for one channel or thread. */
const RENAMES = { limit: 2, windowMs: 10 * 60_000 };

type Author = Pick<StandInMessage, 'type' | 'ephemeralFor'> & { id?: string };
const BOT: Author = { type: 0, ephemeralFor: null };

/** The channels of the server, its threads, the direct-message channels of the bot, and their messages. */
export class Channels {
	readonly #state: StandInState;
	readonly #channels = new Map<string, StandInChannel>();
	readonly #messages = new Map<string, StandInMessage>();
	/** The members who accept no direct messages from the server. */
	readonly refusesDirectMessages = new Set<string>();

	constructor(state: StandInState) {
		this.#state = state;
	}

	/** Removes all messages and threads, and restores the first four channels. */
	clear(): void {
		this.#channels.clear();
		this.#messages.clear();
		this.refusesDirectMessages.clear();
		this.#add({ id: TEXT_CHANNEL_ID, type: TEXT, name: 'the-green' });
		this.#add({ id: VOICE_CHANNEL_ID, type: VOICE, name: 'The Square' });
		this.#add({ id: ANNOUNCEMENT_CHANNEL_ID, type: ANNOUNCEMENTS, name: 'game-nights' });
		const deny: Overwrite = {
			id: this.#state.guild.guildId,
			type: 0,
			allow: [],
			deny: ['VIEW_CHANNEL'],
		};
		this.#add({ id: HIDDEN_CHANNEL_ID, type: TEXT, name: 'committee', overwrites: [deny] });
	}

	/** The channels of the server, without threads and direct messages. */
	list(): StandInChannel[] {
		return [...this.#channels.values()].filter(
			({ parentId, recipientId }) => parentId === null && recipientId === null,
		);
	}

	find(id: string): StandInChannel | undefined {
		return this.#channels.get(id);
	}

	/** Deletes a channel with its threads and messages, or one thread, as a Discord user would do it. */
	remove(id: string): void {
		const removed = this.#channels.get(id);
		if (removed && removed.recipientId === null) this.#announceRemoval(removed);
		for (const channel of this.#channels.values()) {
			if (channel.id !== id && channel.parentId !== id) continue;
			this.#channels.delete(channel.id);
			for (const { id: messageId } of this.listMessages(channel.id)) this.#messages.delete(messageId);
		}
	}

	/** Renames a channel, as a Discord user would do it. */
	renameChannel(id: string, name: string): void {
		const channel = this.#channels.get(id);
		if (!channel) throw new Error(`The Discord stand-in has no channel ${id}`);
		channel.name = name;
		this.#state.announce('CHANNEL_UPDATE', this.toObject(channel));
	}

	/**
	 * Allows or denies the bot, another role or a member some permissions in one channel, as an admin of the server would
	 * do it.
	 */
	setOverwrite(
		channelId: string,
		{ id = BOT_ROLE_ID, type = 0, allow = [], deny = [] }: Partial<Overwrite>,
	): void {
		const channel = this.#channels.get(channelId);
		if (!channel) throw new Error(`The Discord stand-in has no channel ${channelId}`);
		const others = channel.overwrites.filter((overwrite) => overwrite.id !== id);
		channel.overwrites = [...others, { id, type, allow, deny }];
	}

	/** Returns whether the bot has a permission in a channel. A thread has the permissions of its channel. */
	allows(channel: StandInChannel, permission: BotPermission): boolean {
		if (channel.recipientId !== null) return true;
		const { overwrites } = this.#channels.get(channel.parentId ?? '') ?? channel;
		const { guildId, botUserId } = this.#state.guild;
		let isAllowed = this.#state.permissions.has(permission);
		for (const id of [guildId, BOT_ROLE_ID, botUserId]) {
			const overwrite = overwrites.find((candidate) => candidate.id === id);
			if (overwrite?.deny.includes(permission)) isAllowed = false;
			if (overwrite?.allow.includes(permission)) isAllowed = true;
		}
		return isAllowed;
	}

	/** Returns the direct-message channel of the bot and a user, and opens it the first time. */
	openDirectMessages(userId: string): StandInChannel {
		const existing = [...this.#channels.values()].find(({ recipientId }) => recipientId === userId);
		return (
			existing ??
			this.#add({ id: this.#state.nextId(), type: DIRECT_MESSAGES, name: '', recipientId: userId })
		);
	}

	/** Creates the thread of a message. It has the ID of the message. */
	addThread(message: StandInMessage, name: string): StandInChannel {
		message.threadId = message.id;
		const { type } = this.#channels.get(message.channelId) ?? {};
		return this.#add({
			id: message.id,
			type: type === ANNOUNCEMENTS ? ANNOUNCEMENT_THREAD : PUBLIC_THREAD,
			name,
			parentId: message.channelId,
		});
	}

	/**
	 * Gives a thread a new name, or returns how many seconds Discord makes the bot wait for it. The wait is the same
	 * whether or not the name is new.
	 */
	rename(thread: StandInChannel, name: string): number | null {
		const nowMs = this.#state.now().getTime();
		const [first] = thread.renamedAt;
		const leftMs = first ? first.getTime() + RENAMES.windowMs - nowMs : 0;
		if (leftMs <= 0) thread.renamedAt = [];
		else if (thread.renamedAt.length >= RENAMES.limit) return leftMs / 1_000;
		thread.renamedAt.push(new Date(nowMs));
		thread.name = name;
		return null;
	}

	/** Creates a message of the bot. */
	post(
		channelId: string,
		body: MessageBody,
		files: readonly StandInFile[] = [],
		author: Author = BOT,
	): StandInMessage {
		const message: StandInMessage = {
			id: this.#state.nextId(),
			...author,
			channelId,
			nonce: body.nonce ?? null,
			createdAt: this.#state.now(),
			editedAt: null,
			content: '',
			embeds: [],
			components: [],
			files: [],
			flags: author.ephemeralFor === null ? 0 : EPHEMERAL,
			mentionedUserIds: [],
			mentionedRoleIds: [],
			mentionsEveryone: false,
			threadId: null,
		};
		applyBody(this.#state, message, body, files);
		this.#messages.set(message.id, message);
		return message;
	}

	edit(message: StandInMessage, body: MessageBody, files: readonly StandInFile[] = []): void {
		applyBody(this.#state, message, body, files);
		message.editedAt = this.#state.now();
	}

	/** Returns a message, also one that only a single member sees. */
	findMessage(id: string): StandInMessage | undefined {
		return this.#messages.get(id);
	}

	/** Returns the bot's recent message with this nonce. */
	findByNonce(nonce: string | number): StandInMessage | undefined {
		const oldestMs = this.#state.now().getTime() - NONCE_MS;
		return [...this.#messages.values()].find(
			(message) => message.nonce === nonce && message.createdAt.getTime() >= oldestMs,
		);
	}

	/** The messages of a channel in order: those that all see, or those that `viewerId` sees too. */
	listMessages(channelId: string, viewerId: string | null = null): StandInMessage[] {
		return [...this.#messages.values()]
			.filter(
				(message) =>
					message.channelId === channelId &&
					(message.ephemeralFor === null || message.ephemeralFor === viewerId),
			)
			.sort((a, b) => compareSnowflakes(a.id, b.id));
	}

	/** Deletes a message. Its thread stays. */
	removeMessage(id: string): void {
		this.#messages.delete(id);
	}

	/** Returns the channel as Discord's channel object. */
	toObject(channel: StandInChannel) {
		const { id, type, name, parentId, recipientId, createdAt, isArchived, isLocked } = channel;
		const lastId = this.listMessages(id).at(-1)?.id ?? null;
		if (recipientId !== null) {
			const recipients = [toUserObject(this.#state.getUser(recipientId))];
			return { id, type, flags: 0, last_message_id: lastId, recipients };
		}
		const { guildId: guild_id, botUserId } = this.#state.guild;
		const shared = { id, type, name, guild_id, flags: 0, parent_id: parentId };
		if (parentId !== null) {
			const count = this.listMessages(id).length;
			const times = { archive_timestamp: createdAt.toISOString(), create_timestamp: createdAt.toISOString() };
			return {
				...shared,
				last_message_id: lastId,
				owner_id: botUserId,
				message_count: count,
				member_count: 1,
				total_message_sent: count,
				rate_limit_per_user: 0,
				thread_metadata: { archived: isArchived, auto_archive_duration: 4320, locked: isLocked, ...times },
			};
		}
		const permission_overwrites = channel.overwrites.map((overwrite) => ({
			id: overwrite.id,
			type: overwrite.type,
			allow: String(toPermissionBits(overwrite.allow)),
			deny: String(toPermissionBits(overwrite.deny)),
		}));
		const position = this.list().indexOf(channel);
		const common = { ...shared, position, permission_overwrites };
		return type === VOICE
			? { ...common, bitrate: 64_000 }
			: { ...common, topic: null, nsfw: false, last_message_id: lastId };
	}

	/** Discord sends no packets about the threads of a deleted channel. */
	#announceRemoval(channel: StandInChannel): void {
		const { id, type, parentId: parent_id } = channel;
		const message = parent_id === null ? undefined : this.#messages.get(id);
		if (message) message.threadId = null;
		if (parent_id === null) this.#state.announce('CHANNEL_DELETE', this.toObject(channel));
		else {
			const { guildId: guild_id } = this.#state.guild;
			this.#state.announce('THREAD_DELETE', { id, guild_id, parent_id, type });
		}
	}

	#add(init: Pick<StandInChannel, 'id' | 'type' | 'name'> & Partial<StandInChannel>): StandInChannel {
		const channel = {
			overwrites: [],
			parentId: null,
			recipientId: null,
			createdAt: this.#state.now(),
			isArchived: false,
			isLocked: false,
			renamedAt: [],
			...init,
		};
		this.#channels.set(channel.id, channel);
		return channel;
	}
}
