import { channelObjects, memberObject, permissionBits } from './objects.ts';
import type { StandInState } from './state.ts';

type CommandOption = {
	type: number;
	name: string;
	required?: boolean;
	choices?: { value: unknown }[];
	options?: CommandOption[];
};
/** A command as Discord keeps it; the app registers it. */
export type RegisteredCommand = {
	id: string;
	name: string;
	description: string;
	type: number;
	options: CommandOption[];
} & Record<string, unknown>;

/** What a member types. Values are texts, numbers or booleans, as the command's options say. */
export type Invocation = {
	personId: string;
	command: string;
	subcommand?: string;
	options?: Record<string, string | number | boolean>;
};

/** What the member then sees. */
export type CommandReply = {
	content: string;
	embeds: unknown[];
	components: unknown[];
	/** Only the member sees it: flag 64, of the first answer. */
	isEphemeral: boolean;
	/** The app first said "thinking…". */
	wasDeferred: boolean;
	/** How long the first answer took. */
	answeredAfterMs: number;
};

export type MessageBody = {
	content?: string | null;
	embeds?: unknown[] | null;
	components?: unknown[] | null;
	flags?: number | null;
};

const EPHEMERAL = 64;
const FIRST_ANSWER_MS = 3_000;
/** Discord waits fifteen minutes; tests shall not. */
const REST_MS = 10_000;

type Open = {
	id: string;
	token: string;
	personId: string;
	command: string;
	askedAt: number;
	answeredAt: number | null;
	isEphemeral: boolean;
	wasDeferred: boolean;
	message: MessageBody | null;
	messageId: string;
	timer: NodeJS.Timeout;
	settle: { resolve: (reply: CommandReply) => void; reject: (error: Error) => void };
};

/** Slash commands: which there are, who typed one, and what the app answered. */
export class Interactions {
	commands: RegisteredCommand[] = [];
	/** How long the app has for its first answer, and after "thinking…" for the rest. */
	firstAnswerMs = FIRST_ANSWER_MS;
	restMs = REST_MS;
	readonly #open = new Map<string, Open>();
	readonly #state: StandInState;

	constructor(state: StandInState) {
		this.#state = state;
	}

	/** Forgets everything; whoever still waits for a reply is told so. */
	clear(): void {
		this.commands = [];
		this.firstAnswerMs = FIRST_ANSWER_MS;
		this.restMs = REST_MS;
		for (const open of this.#open.values()) this.#giveUp(open, 'The Discord stand-in was reset');
		this.#open.clear();
	}

	/** A member of the server types a registered command. Rejects when the app does not answer as Discord wants it. */
	async invoke(invocation: Invocation): Promise<CommandReply> {
		const data = this.#readData(invocation);
		const member = memberObject(this.#state.person(invocation.personId));
		if (!member) throw new Error(`${invocation.personId} is not on the server, so types no command there`);
		return new Promise((resolve, reject) => {
			const open: Open = {
				id: this.#state.nextId(),
				token: `interaction-${crypto.randomUUID()}`,
				personId: invocation.personId,
				command: invocation.command,
				askedAt: performance.now(),
				answeredAt: null,
				isEphemeral: false,
				wasDeferred: false,
				message: null,
				messageId: this.#state.nextId(),
				timer: setTimeout(
					() => this.#giveUp(open, 'The application did not respond in time'),
					this.firstAnswerMs,
				),
				settle: { resolve, reject },
			};
			this.#open.set(open.token, open);
			this.#state.announce('INTERACTION_CREATE', this.#describe(open, data, member));
		});
	}

	find(token: string): Open | undefined {
		return this.#open.get(token);
	}

	/** The app's first answer: a message, or "thinking…" with the message to come. */
	answer(open: Open, type: 4 | 5, body: MessageBody): void {
		open.answeredAt = performance.now();
		open.isEphemeral = ((body.flags ?? 0) & EPHEMERAL) !== 0;
		open.wasDeferred = type === 5;
		clearTimeout(open.timer);
		if (type === 4) this.write(open, body);
		else open.timer = setTimeout(() => this.#giveUp(open, 'The application kept thinking'), this.restMs);
	}

	/** The message of an answer, or a change of it. */
	write(open: Open, body: MessageBody): void {
		clearTimeout(open.timer);
		open.message = { ...open.message, ...body };
		open.settle.resolve({
			content: open.message.content ?? '',
			embeds: open.message.embeds ?? [],
			components: open.message.components ?? [],
			isEphemeral: open.isEphemeral,
			wasDeferred: open.wasDeferred,
			answeredAfterMs: (open.answeredAt ?? open.askedAt) - open.askedAt,
		});
	}

	#giveUp(open: Open, reason: string): void {
		clearTimeout(open.timer);
		this.#open.delete(open.token);
		open.settle.reject(new Error(`/${open.command}: ${reason}`));
	}

	/** Refuses what Discord's own input would not let a member type. */
	#readData({ command: name, subcommand, options = {} }: Invocation) {
		const command = this.commands.find((one) => one.name === name);
		if (!command) throw new Error(`The app has registered no command /${name}`);
		const sub = command.options.find((one) => one.type === 1 && one.name === subcommand);
		if (subcommand !== undefined && !sub) throw new Error(`/${name} has no subcommand ${subcommand}`);
		const known = (sub ?? command).options ?? [];
		for (const [key, value] of Object.entries(options)) {
			const option = known.find((one) => one.name === key);
			if (!option) throw new Error(`/${name} has no option ${key}`);
			if (option.choices?.length && !option.choices.some((choice) => choice.value === value)) {
				throw new Error(`/${name} offers no ${key} ${value}`);
			}
		}
		const missing = known.find((one) => one.required && !(one.name in options));
		if (missing) throw new Error(`/${name} needs the option ${missing.name}`);
		const values = known.flatMap((one) =>
			one.name in options ? [{ type: one.type, name: one.name, value: options[one.name] }] : [],
		);
		return {
			id: command.id,
			name: command.name,
			type: command.type,
			guild_id: this.#state.guild.guildId,
			options: sub ? [{ type: 1, name: sub.name, options: values }] : values,
		};
	}

	#describe(open: Open, data: unknown, member: object) {
		const { clientId, guildId } = this.#state.guild;
		const [channel] = channelObjects(this.#state);
		const permissions = String(permissionBits(['VIEW_CHANNEL', 'SEND_MESSAGES']));
		return {
			id: open.id,
			application_id: clientId,
			type: 2,
			token: open.token,
			version: 1,
			guild_id: guildId,
			guild: { id: guildId, locale: 'en-US', features: [] },
			channel_id: channel?.id,
			channel: { ...channel, permissions },
			member: { ...member, permissions },
			app_permissions: String(permissionBits(this.#state.permissions)),
			locale: 'en-US',
			guild_locale: 'en-US',
			entitlements: [],
			authorizing_integration_owners: { 0: guildId },
			context: 0,
			attachment_size_limit: 10_485_760,
			data,
		};
	}
}
