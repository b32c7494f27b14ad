import { TEXT_CHANNEL_ID } from './channels.ts';
import {
	type CommandChoice,
	createAutocompleteData,
	createCommandData,
	createMessageMenuData,
	createUserMenuData,
	type Invocation,
	type MessageMenuChoice,
	type RegisteredCommand,
	type Typing,
	type UserMenuChoice,
} from './commands.ts';
import { createInteractionPacket } from './interaction-packet.ts';
import { type Component, EPHEMERAL, type MessageBody, type StandInMessage } from './messages.ts';
import { createModalData, type Modal, type ModalBody, type ModalSubmission, toModal } from './modals.ts';
import { createPressData, createSelectData, type Press, type Selection } from './pressed-components.ts';
import type { StandInState } from './state.ts';

/** What the member then sees: a message, or a modal. */
export type InteractionReply = {
	content: string;
	embeds: unknown[];
	components: Component[];
	/** Only the member sees it: flag 64 of the first response. */
	isEphemeral: boolean;
	/** The app first responded with "thinking…" or a later update. */
	wasDeferred: boolean;
	/** The response changed the message with the component. */
	isUpdate: boolean;
	/** The time until the first response. */
	respondedAfterMs: number;
	/** The message, whose components can be used. */
	messageId: string;
	modal: Modal | null;
};

export const COMMAND = 2;
export const COMPONENT = 3;
export const AUTOCOMPLETE = 4;
export const MODAL_SUBMIT = 5;
/** The types of the messages that respond to commands. */
const SLASH_RESPONSE = 20;
const MENU_RESPONSE = 23;
const FIRST_RESPONSE_MS = 3_000;
/** Discord waits fifteen minutes. Tests wait less. */
const FOLLOW_UP_MS = 10_000;

/** The first responses of an app: message, "thinking…", later update, update, suggestions, modal. */
export type CallbackType = 4 | 5 | 6 | 7 | 8 | 9;
export type AutocompleteBody = { choices?: (CommandChoice | null)[] | null };
export type CallbackBody = MessageBody | AutocompleteBody | ModalBody;

type InteractionInit = {
	type: typeof COMMAND | typeof COMPONENT | typeof AUTOCOMPLETE | typeof MODAL_SUBMIT;
	userId: string;
	/** What the member did, for errors. */
	name: string;
	channelId: string;
	/** The message with the component; null for a command, and for a modal that a command opened. */
	source: StandInMessage | null;
	/** The type of a message that responds. */
	responseType: StandInMessage['type'];
	/** The type of the option for which the member wants suggestions. */
	optionType: number | null;
};
export type PendingInteraction = InteractionInit & {
	id: string;
	token: string;
	invokedAt: number;
	acknowledgedAt: number | null;
	isEphemeral: boolean;
	wasDeferred: boolean;
	isUpdate: boolean;
	/** The response, or the updated source. */
	message: StandInMessage | null;
	messageId: string;
	modal: Modal | null;
	choices: CommandChoice[];
	timer: NodeJS.Timeout;
	promise: { resolve: (interaction: PendingInteraction) => void; reject: (error: Error) => void };
};

/** The registered commands, and the interactions that wait for the app's response. */
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
	 * Invokes a registered slash command as a member of the server. Rejects when the app does not respond as Discord
	 * requires.
	 */
	async invoke(invocation: Invocation): Promise<InteractionReply> {
		const data = createCommandData(this.#state, invocation);
		const init = this.#inServer(invocation, `/${invocation.command}`);
		return toReply(await this.#start({ ...init, type: COMMAND, responseType: SLASH_RESPONSE }, data));
	}

	/** Chooses a command from the menu of a user. */
	async invokeOnUser(choice: UserMenuChoice): Promise<InteractionReply> {
		const data = createUserMenuData(this.#state, choice);
		const init = this.#inServer(choice, `the command ${choice.command}`);
		return toReply(await this.#start({ ...init, type: COMMAND, responseType: MENU_RESPONSE }, data));
	}

	/** Chooses a command from the menu of a message. A message that only a single member sees has no commands. */
	async invokeOnMessage(choice: MessageMenuChoice): Promise<InteractionReply> {
		const { userId, command, messageId } = choice;
		const target = this.#getVisibleMessage(userId, messageId);
		if (target.ephemeralFor !== null) throw new Error(`The message ${messageId} has no commands`);
		const data = createMessageMenuData(this.#state, choice);
		const init = this.#inServer({ userId, channelId: target.channelId }, `the command ${command}`);
		return toReply(await this.#start({ ...init, type: COMMAND, responseType: MENU_RESPONSE }, data));
	}

	/** Types a part of an option's value. Resolves with the choices that the app suggests. */
	async autocomplete(typing: Typing): Promise<CommandChoice[]> {
		const { data, optionType } = createAutocompleteData(this.#state, typing);
		const init = this.#inServer(typing, `/${typing.command} with ${typing.option}`);
		return (await this.#start({ ...init, type: AUTOCOMPLETE, optionType }, data)).choices;
	}

	/** Presses a button as a member. Throws for a button that the member cannot see or press. */
	async press(press: Press): Promise<InteractionReply> {
		const source = this.#getVisibleMessage(press.userId, press.messageId);
		return this.#useComponent(press.userId, source, createPressData(source, press));
	}

	/** Chooses options of a select as a member. Throws for a select or options that the member cannot see or choose. */
	async select(selection: Selection): Promise<InteractionReply> {
		const source = this.#getVisibleMessage(selection.userId, selection.messageId);
		return this.#useComponent(selection.userId, source, createSelectData(source, selection));
	}

	/** Submits a modal. Throws for values that Discord's client would not send. */
	async submitModal({ userId, modalId, ...entered }: ModalSubmission): Promise<InteractionReply> {
		const opened = [...this.#pending.values()].find(({ id }) => id === modalId);
		if (!opened?.modal || opened.userId !== userId) throw new Error(`${userId} sees no modal ${modalId}`);
		const data = createModalData(opened.modal, entered);
		const { channelId, source } = opened;
		const name = `the modal ${opened.modal.title}`;
		return toReply(await this.#start({ ...NEW, userId, name, type: MODAL_SUBMIT, channelId, source }, data));
	}

	/** The modal that a member has opened, by its ID. */
	findModal(id: string): Modal | null {
		return [...this.#pending.values()].find((interaction) => interaction.id === id)?.modal ?? null;
	}

	find(token: string): PendingInteraction | undefined {
		return this.#pending.get(token);
	}

	/** Handles the app's first response. */
	acknowledge(interaction: PendingInteraction, type: CallbackType, body: CallbackBody): void {
		interaction.acknowledgedAt = performance.now();
		clearTimeout(interaction.timer);
		if (type === 8 || type === 9) {
			if (type === 9) interaction.modal = toModal(interaction.id, body as ModalBody);
			else
				interaction.choices = ((body as AutocompleteBody).choices ?? []).filter((choice) => choice !== null);
			interaction.promise.resolve(interaction);
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
				type: interaction.responseType,
				ephemeralFor: interaction.isEphemeral ? interaction.userId : null,
			});
		interaction.promise.resolve(interaction);
		return interaction.message;
	}

	/** Commands of a server are in its channels and threads, for its members. */
	#inServer({ userId, channelId = TEXT_CHANNEL_ID }: { userId: string; channelId?: string }, name: string) {
		if (!this.#state.getUser(userId).member)
			throw new Error(`${userId} is not on the server and cannot invoke commands`);
		if (this.#state.channels.find(channelId)?.recipientId !== null)
			throw new Error(`There are no commands in the channel ${channelId}`);
		return { ...NEW, userId, name, channelId };
	}

	#getVisibleMessage(userId: string, messageId: string): StandInMessage {
		const message = this.#state.channels.findMessage(messageId);
		if (!message || !this.#canSee(userId, message)) throw new Error(`${userId} sees no message ${messageId}`);
		return message;
	}

	#canSee(userId: string, { channelId, ephemeralFor }: StandInMessage): boolean {
		if (ephemeralFor !== null && ephemeralFor !== userId) return false;
		const channel = this.#state.channels.find(channelId);
		if (channel && channel.recipientId !== null) return channel.recipientId === userId;
		return channel !== undefined && this.#state.getUser(userId).member !== null;
	}

	async #useComponent(
		userId: string,
		source: StandInMessage,
		{ name, data }: { name: string; data: object },
	) {
		const { channelId } = source;
		return toReply(await this.#start({ ...NEW, userId, name, type: COMPONENT, channelId, source }, data));
	}

	/** Sends the packet. Resolves when the app has responded, except with "thinking…" only. */
	#start(init: InteractionInit, data: object): Promise<PendingInteraction> {
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
				choices: [],
				timer: setTimeout(
					() => this.#reject(interaction, 'The application did not respond in time'),
					this.firstResponseMs,
				),
				promise: { resolve, reject },
			};
			this.#pending.set(interaction.token, interaction);
			this.#state.announce('INTERACTION_CREATE', createInteractionPacket(this.#state, interaction, data));
		});
	}

	#reject(interaction: PendingInteraction, reason: string): void {
		clearTimeout(interaction.timer);
		this.#pending.delete(interaction.token);
		interaction.promise.reject(new Error(`${interaction.name}: ${reason}`));
	}
}

const NEW = { source: null, responseType: 0, optionType: null } as const;

function toReply(interaction: PendingInteraction): InteractionReply {
	const { message, isEphemeral, wasDeferred, isUpdate, messageId, modal } = interaction;
	return {
		content: message?.content ?? '',
		embeds: message?.embeds ?? [],
		components: message?.components ?? [],
		isEphemeral,
		wasDeferred,
		isUpdate,
		respondedAfterMs: (interaction.acknowledgedAt ?? interaction.invokedAt) - interaction.invokedAt,
		messageId,
		modal,
	};
}
