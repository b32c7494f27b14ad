import { TEXT_CHANNEL_ID } from './channels.ts';
import {
	type Component,
	EPHEMERAL,
	type MessageBody,
	type StandInMessage,
	toMessageObject,
} from './messages.ts';
import { toMemberObject, toPermissionBits, toUserObject } from './objects.ts';
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

/** A press of a button by a member. `label` finds the button; `customId` also sends one that the message lacks. */
export type Press = { userId: string; messageId: string } & ({ label: string } | { customId: string });

type ModalInput = {
	customId: string;
	label: string;
	value: string;
	maxLength: number;
	required: boolean;
};
/** A modal that a member sees, with its texts and inputs. */
export type Modal = { id: string; customId: string; title: string; inputs: ModalInput[] };
/** The values that a member enters in a modal, by the custom ids of its inputs. Other inputs keep their values. */
export type ModalSubmission = { userId: string; modalId: string; values: Record<string, string> };

/** What the member then sees: a message, or a modal. */
export type InteractionReply = {
	content: string;
	embeds: unknown[];
	components: Component[];
	/** Only the member sees it: flag 64 of the first response. */
	isEphemeral: boolean;
	/** The app first responded with "thinking…" or a later update. */
	wasDeferred: boolean;
	/** The response changed the message with the button. */
	isUpdate: boolean;
	/** The time until the first response. */
	respondedAfterMs: number;
	/** The message, whose buttons can be pressed. */
	messageId: string;
	modal: Modal | null;
};

const COMMAND = 2;
const COMPONENT = 3;
const MODAL_SUBMIT = 5;
const BUTTON = 2;
const LINK = 5;
const LABEL = 18;
const FIRST_RESPONSE_MS = 3_000;
/** Discord waits fifteen minutes. Tests wait less. */
const FOLLOW_UP_MS = 10_000;

/** The first responses of an app: message, "thinking…", later update, update, modal. */
export type CallbackType = 4 | 5 | 6 | 7 | 9;

export type PendingInteraction = {
	id: string;
	token: string;
	type: typeof COMMAND | typeof COMPONENT | typeof MODAL_SUBMIT;
	userId: string;
	/** What the member did, for errors. */
	name: string;
	channelId: string;
	/** The message with the button; null for a command. */
	source: StandInMessage | null;
	invokedAt: number;
	acknowledgedAt: number | null;
	isEphemeral: boolean;
	wasDeferred: boolean;
	isUpdate: boolean;
	/** The response, or the updated source. */
	message: StandInMessage | null;
	messageId: string;
	modal: Modal | null;
	timer: NodeJS.Timeout;
	promise: { resolve: (reply: InteractionReply) => void; reject: (error: Error) => void };
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
	async invoke(invocation: Invocation): Promise<InteractionReply> {
		const { userId, command } = invocation;
		const data = this.#createData(invocation);
		if (!this.#state.getUser(userId).member)
			throw new Error(`${userId} is not on the server and cannot invoke commands`);
		const name = `/${command}`;
		return this.#start({ userId, name, type: COMMAND, channelId: TEXT_CHANNEL_ID, source: null }, data);
	}

	/** Presses a button as a member. Throws for a button that the member cannot see or press. */
	async press(press: Press): Promise<InteractionReply> {
		const { userId, messageId } = press;
		const source = this.#state.channels.findMessage(messageId);
		if (!source || !this.#canSee(userId, source)) throw new Error(`${userId} sees no message ${messageId}`);
		const buttons = source.components.flatMap(({ components = [] }) => components);
		const found: Partial<Component> | undefined =
			'label' in press ? buttons.find(({ label }) => label === press.label) : { custom_id: press.customId };
		const name = `the button ${'label' in press ? press.label : press.customId}`;
		if (!found) throw new Error(`The message does not have ${name}`);
		if (found.disabled || found.style === LINK) throw new Error(`${name} cannot be pressed`);
		const data = { custom_id: found.custom_id, component_type: BUTTON, id: found.id ?? 2 };
		const { channelId } = source;
		return this.#start({ userId, name, type: COMPONENT, channelId, source }, data);
	}

	/** Submits a modal. Throws for values that Discord's client would not send. */
	async submitModal({ userId, modalId, values }: ModalSubmission): Promise<InteractionReply> {
		const opened = [...this.#pending.values()].find(({ id }) => id === modalId);
		if (!opened?.modal || opened.userId !== userId) throw new Error(`${userId} sees no modal ${modalId}`);
		const { customId, title, inputs } = opened.modal;
		const unknown = Object.keys(values).find((key) => !inputs.some((input) => input.customId === key));
		if (unknown !== undefined) throw new Error(`The modal has no input ${unknown}`);
		const components = inputs.map((input, index) => {
			const value = values[input.customId] ?? input.value;
			if (value.length > input.maxLength) throw new Error(`${input.label} is too long`);
			if (input.required && !value) throw new Error(`${input.label} is required`);
			const id = index * 2 + 1;
			return {
				type: LABEL,
				id,
				component: { type: 4, id: id + 1, custom_id: input.customId, value },
			};
		});
		const { channelId, source } = opened;
		const interaction = {
			userId,
			name: `the modal ${title}`,
			type: MODAL_SUBMIT,
			channelId,
			source,
		} as const;
		return this.#start(interaction, { custom_id: customId, components });
	}

	/** The modal that a member has opened, by its ID. */
	findModal(id: string): Modal | null {
		return [...this.#pending.values()].find((interaction) => interaction.id === id)?.modal ?? null;
	}

	#canSee(userId: string, { channelId, ephemeralFor }: StandInMessage): boolean {
		if (ephemeralFor !== null && ephemeralFor !== userId) return false;
		const channel = this.#state.channels.find(channelId);
		if (channel && channel.recipientId !== null) return channel.recipientId === userId;
		return channel !== undefined && this.#state.getUser(userId).member !== null;
	}

	#start(
		init: Pick<PendingInteraction, 'userId' | 'name' | 'type' | 'channelId' | 'source'>,
		data: object,
	): Promise<InteractionReply> {
		return new Promise((resolve, reject) => {
			const interaction: PendingInteraction = {
				...init,
				id: this.#state.nextId(),
				token: `interaction-${crypto.randomUUID()}`,
				invokedAt: performance.now(),
				acknowledgedAt: null,
				isEphemeral: false,
				wasDeferred: false,
				isUpdate: false,
				message: null,
				messageId: this.#state.nextId(),
				modal: null,
				timer: setTimeout(
					() => this.#reject(interaction, 'The application did not respond in time'),
					this.firstResponseMs,
				),
				promise: { resolve, reject },
			};
			this.#pending.set(interaction.token, interaction);
			this.#state.announce('INTERACTION_CREATE', this.#createPacket(interaction, data));
		});
	}

	find(token: string): PendingInteraction | undefined {
		return this.#pending.get(token);
	}

	/** Handles the app's first response. */
	acknowledge(interaction: PendingInteraction, type: CallbackType, body: MessageBody | ModalBody): void {
		interaction.acknowledgedAt = performance.now();
		clearTimeout(interaction.timer);
		if (type === 9) {
			interaction.modal = toModal(interaction.id, body as ModalBody);
			this.#resolve(interaction);
			return;
		}
		const messageBody = body as MessageBody;
		interaction.isUpdate = type === 6 || type === 7;
		interaction.wasDeferred = type === 5 || type === 6;
		if (interaction.isUpdate && interaction.source) {
			interaction.message = interaction.source;
			interaction.messageId = interaction.source.id;
			interaction.isEphemeral = interaction.source.ephemeralFor !== null;
		} else interaction.isEphemeral = ((messageBody.flags ?? 0) & EPHEMERAL) !== 0;
		if (!interaction.wasDeferred) this.writeMessage(interaction, messageBody);
		else
			interaction.timer = setTimeout(
				() => this.#reject(interaction, 'The application kept thinking'),
				this.followUpMs,
			);
	}

	/** Sets or edits the message of a response. */
	writeMessage(interaction: PendingInteraction, body: MessageBody): StandInMessage {
		clearTimeout(interaction.timer);
		const { channels } = this.#state;
		if (interaction.message) channels.edit(interaction.message, body);
		else
			interaction.message = channels.post(interaction.channelId, body, [], {
				id: interaction.messageId,
				type: interaction.type === COMMAND ? 20 : 0,
				ephemeralFor: interaction.isEphemeral ? interaction.userId : null,
			});
		this.#resolve(interaction);
		return interaction.message;
	}

	#resolve(interaction: PendingInteraction): void {
		const { message, isEphemeral, wasDeferred, isUpdate, messageId, modal } = interaction;
		interaction.promise.resolve({
			content: message?.content ?? '',
			embeds: message?.embeds ?? [],
			components: message?.components ?? [],
			isEphemeral,
			wasDeferred,
			isUpdate,
			respondedAfterMs: (interaction.acknowledgedAt ?? interaction.invokedAt) - interaction.invokedAt,
			messageId,
			modal,
		});
	}

	#reject(interaction: PendingInteraction, reason: string): void {
		clearTimeout(interaction.timer);
		this.#pending.delete(interaction.token);
		interaction.promise.reject(new Error(`${interaction.name}: ${reason}`));
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

	#createPacket(interaction: PendingInteraction, data: object) {
		const { clientId, guildId } = this.#state.guild;
		const channel = this.#state.channels.find(interaction.channelId);
		const permissions = String(toPermissionBits(['VIEW_CHANNEL', 'SEND_MESSAGES']));
		const user = this.#state.getUser(interaction.userId);
		const place =
			channel?.recipientId === null
				? {
						guild_id: guildId,
						guild: { id: guildId, locale: 'en-US', features: [] },
						channel: { ...this.#state.channels.toObject(channel), permissions },
						member: { ...toMemberObject(user), permissions },
						app_permissions: String(toPermissionBits(this.#state.permissions)),
						guild_locale: 'en-US',
						authorizing_integration_owners: { 0: guildId },
						context: 0,
					}
				: {
						channel: channel && this.#state.channels.toObject(channel),
						user: toUserObject(user),
						app_permissions: '0',
						authorizing_integration_owners: { 0: '0' },
						context: 1,
					};
		return {
			id: interaction.id,
			application_id: clientId,
			type: interaction.type,
			token: interaction.token,
			version: 1,
			channel_id: interaction.channelId,
			...place,
			locale: 'en-US',
			entitlements: [],
			attachment_size_limit: 10_485_760,
			...(interaction.source ? { message: toMessageObject(this.#state, interaction.source) } : {}),
			data,
		};
	}
}

/** The modal as the app sends it. */
export type ModalBody = { custom_id: string; title: string; components: Component[] };

/** The inputs of a modal are in labels, or in action rows and have their own labels. */
function toModal(id: string, { custom_id: customId, title, components }: ModalBody): Modal {
	const inputs = components.flatMap(({ label, component, components: row = [] }) =>
		(component ? [component] : row).map((input) => ({
			customId: input.custom_id ?? '',
			label: label ?? input.label ?? '',
			value: input.value ?? '',
			maxLength: input.max_length ?? 4_000,
			required: input.required ?? true,
		})),
	);
	return { id, customId, title, inputs };
}
