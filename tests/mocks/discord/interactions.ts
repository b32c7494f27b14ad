import { toChannelObjects, toMemberObject, toPermissionBits } from './objects.ts';
import type { StandInState } from './state.ts';

type CommandOption = {
	type: number;
	name: string;
	required?: boolean;
	choices?: { value: unknown }[];
	options?: CommandOption[];
};
/** A command that the app has registered. */
export type RegisteredCommand = {
	id: string;
	name: string;
	description: string;
	type: number;
	options: CommandOption[];
} & Record<string, unknown>;

/** A slash command as a member types it. Each value has the type of the command's option. */
export type Invocation = {
	userId: string;
	command: string;
	subcommand?: string;
	options?: Record<string, string | number | boolean>;
};

/** The message that the member then sees. */
export type CommandReply = {
	content: string;
	embeds: unknown[];
	components: unknown[];
	/** Only the member sees it: flag 64 of the first response. */
	isEphemeral: boolean;
	/** The app first responded with "thinking…". */
	wasDeferred: boolean;
	/** The time until the first response. */
	respondedAfterMs: number;
};

export type MessageBody = {
	content?: string | null;
	embeds?: unknown[] | null;
	components?: unknown[] | null;
	flags?: number | null;
};

const EPHEMERAL = 64;
const FIRST_RESPONSE_MS = 3_000;
/** Discord waits fifteen minutes. Tests wait less. */
const FOLLOW_UP_MS = 10_000;

type PendingInteraction = {
	id: string;
	token: string;
	userId: string;
	command: string;
	invokedAt: number;
	acknowledgedAt: number | null;
	isEphemeral: boolean;
	wasDeferred: boolean;
	message: MessageBody | null;
	messageId: string;
	timer: NodeJS.Timeout;
	promise: { resolve: (reply: CommandReply) => void; reject: (error: Error) => void };
};

/** The registered slash commands, and the interactions that wait for the app's response. */
export class Interactions {
	commands: RegisteredCommand[] = [];
	/** The time limits for the first response, and for the message after "thinking…". */
	firstResponseMs = FIRST_RESPONSE_MS;
	followUpMs = FOLLOW_UP_MS;
	readonly #pending = new Map<string, PendingInteraction>();
	readonly #state: StandInState;

	constructor(state: StandInState) {
		this.#state = state;
	}

	/** Removes everything. Pending invocations are rejected. */
	clear(): void {
		this.commands = [];
		this.firstResponseMs = FIRST_RESPONSE_MS;
		this.followUpMs = FOLLOW_UP_MS;
		for (const interaction of this.#pending.values())
			this.#reject(interaction, 'The Discord stand-in was reset');
		this.#pending.clear();
	}

	/**
	 * Invokes a registered command as a member of the server. Rejects when the app does not respond as Discord
	 * requires.
	 */
	async invoke(invocation: Invocation): Promise<CommandReply> {
		const data = this.#createData(invocation);
		const member = toMemberObject(this.#state.getUser(invocation.userId));
		if (!member) throw new Error(`${invocation.userId} is not on the server and cannot invoke commands`);
		return new Promise((resolve, reject) => {
			const interaction: PendingInteraction = {
				id: this.#state.nextId(),
				token: `interaction-${crypto.randomUUID()}`,
				userId: invocation.userId,
				command: invocation.command,
				invokedAt: performance.now(),
				acknowledgedAt: null,
				isEphemeral: false,
				wasDeferred: false,
				message: null,
				messageId: this.#state.nextId(),
				timer: setTimeout(
					() => this.#reject(interaction, 'The application did not respond in time'),
					this.firstResponseMs,
				),
				promise: { resolve, reject },
			};
			this.#pending.set(interaction.token, interaction);
			this.#state.announce('INTERACTION_CREATE', this.#createPacket(interaction, data, member));
		});
	}

	find(token: string): PendingInteraction | undefined {
		return this.#pending.get(token);
	}

	/** Handles the app's first response: a message (4), or "thinking…" with a later message (5). */
	acknowledge(interaction: PendingInteraction, type: 4 | 5, body: MessageBody): void {
		interaction.acknowledgedAt = performance.now();
		interaction.isEphemeral = ((body.flags ?? 0) & EPHEMERAL) !== 0;
		interaction.wasDeferred = type === 5;
		clearTimeout(interaction.timer);
		if (type === 4) this.writeMessage(interaction, body);
		else
			interaction.timer = setTimeout(
				() => this.#reject(interaction, 'The application kept thinking'),
				this.followUpMs,
			);
	}

	/** Sets or edits the message of a response. */
	writeMessage(interaction: PendingInteraction, body: MessageBody): void {
		clearTimeout(interaction.timer);
		interaction.message = { ...interaction.message, ...body };
		interaction.promise.resolve({
			content: interaction.message.content ?? '',
			embeds: interaction.message.embeds ?? [],
			components: interaction.message.components ?? [],
			isEphemeral: interaction.isEphemeral,
			wasDeferred: interaction.wasDeferred,
			respondedAfterMs: (interaction.acknowledgedAt ?? interaction.invokedAt) - interaction.invokedAt,
		});
	}

	#reject(interaction: PendingInteraction, reason: string): void {
		clearTimeout(interaction.timer);
		this.#pending.delete(interaction.token);
		interaction.promise.reject(new Error(`/${interaction.command}: ${reason}`));
	}

	/** Returns the interaction's data. Throws for input that Discord's client would not send. */
	#createData({ command: name, subcommand, options = {} }: Invocation) {
		const command = this.commands.find((candidate) => candidate.name === name);
		if (!command) throw new Error(`The app has registered no command /${name}`);
		const subcommandOption = command.options.find(
			(candidate) => candidate.type === 1 && candidate.name === subcommand,
		);
		if (subcommand !== undefined && !subcommandOption)
			throw new Error(`/${name} has no subcommand ${subcommand}`);
		const knownOptions = (subcommandOption ?? command).options ?? [];
		for (const [key, value] of Object.entries(options)) {
			const option = knownOptions.find((candidate) => candidate.name === key);
			if (!option) throw new Error(`/${name} has no option ${key}`);
			if (option.choices?.length && !option.choices.some((choice) => choice.value === value)) {
				throw new Error(`/${name} offers no ${key} ${value}`);
			}
		}
		const missing = knownOptions.find((candidate) => candidate.required && !(candidate.name in options));
		if (missing) throw new Error(`/${name} needs the option ${missing.name}`);
		const values = knownOptions.flatMap((candidate) =>
			candidate.name in options
				? [{ type: candidate.type, name: candidate.name, value: options[candidate.name] }]
				: [],
		);
		return {
			id: command.id,
			name: command.name,
			type: command.type,
			guild_id: this.#state.guild.guildId,
			options: subcommandOption ? [{ type: 1, name: subcommandOption.name, options: values }] : values,
		};
	}

	#createPacket(interaction: PendingInteraction, data: unknown, member: object) {
		const { clientId, guildId } = this.#state.guild;
		const [channel] = toChannelObjects(this.#state);
		const permissions = String(toPermissionBits(['VIEW_CHANNEL', 'SEND_MESSAGES']));
		return {
			id: interaction.id,
			application_id: clientId,
			type: 2,
			token: interaction.token,
			version: 1,
			guild_id: guildId,
			guild: { id: guildId, locale: 'en-US', features: [] },
			channel_id: channel?.id,
			channel: { ...channel, permissions },
			member: { ...member, permissions },
			app_permissions: String(toPermissionBits(this.#state.permissions)),
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
