import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import { isEmpty } from './channel-handlers.ts';
import {
	AUTOCOMPLETE,
	type AutocompleteBody,
	type CallbackBody,
	type CallbackType,
	COMMAND,
	COMPONENT,
	MODAL_SUBMIT,
	type PendingInteraction,
} from './interactions.ts';
import { findMessageErrors } from './message-rules.ts';
import { type MessageBody, toMessageObject } from './messages.ts';
import { findModalErrors, type ModalBody } from './modals.ts';
import { parseFlag } from './paging.ts';
import {
	createErrorResponse,
	createFormErrorResponse,
	EMPTY_MESSAGE,
	type FieldError,
	type PlainResponse,
	UNKNOWN_MESSAGE,
} from './responses.ts';
import { defineRoute, type StandInCall } from './route.ts';
import type { StandInState } from './state.ts';

const CALLBACK_PATH = '/interactions/{interaction_id}/{interaction_token}/callback';
const FOLLOW_UP_PATH = '/webhooks/{application_id}/{interaction_token}';
/** `message` is `@original` (percent-encoded or not) or the message's ID. */
const MESSAGE_PATH = `${FOLLOW_UP_PATH}/messages/{message}`;
const UNKNOWN_INTERACTION = createErrorResponse(404, 10_062, 'Unknown interaction');
const UNKNOWN_WEBHOOK = createErrorResponse(404, 10_015, 'Unknown Webhook');
const ALREADY_ACKNOWLEDGED = createErrorResponse(400, 40_060, 'Interaction has already been acknowledged.');

/** discord.js sends these two fields with every message, and Discord accepts them. */
const EXTRA_FIELDS = { tts: z.optional(z.boolean()), enforce_nonce: z.optional(z.boolean()) };
const NewMessageSchema = z.extend(schemas.IncomingWebhookInteractionRequestSchema, EXTRA_FIELDS);
const EditSchema = z.extend(
	schemas.IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema,
	EXTRA_FIELDS,
);
/**
 * A message (4), "thinking…" (5), a later (6) or immediate (7) update of the message with the component, suggestions (8), or
 * a modal (9).
 */
const CallbackSchema = z.union([
	z.object({ type: z.literal([4, 5]), data: z.nullish(NewMessageSchema) }),
	z.object({ type: z.literal([6, 7]), data: z.nullish(EditSchema) }),
	schemas.ApplicationCommandAutocompleteCallbackRequestSchema,
	z.object({ type: z.literal(9), data: schemas.ModalInteractionCallbackRequestDataSchema }),
]);

/**
 * Creates the handlers for the app's responses to a command, a component, a modal or an option's first characters. The
 * interaction's token is the credential; no header is needed.
 */
export function createInteractionHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const withInteraction =
		(respond: (interaction: PendingInteraction, call: StandInCall) => PlainResponse) =>
		(call: StandInCall) => {
			const interaction = state.interactions.find(call.params.interaction_token ?? '');
			return interaction ? respond(interaction, call) : UNKNOWN_INTERACTION;
		};
	const withAcknowledged = (respond: (interaction: PendingInteraction, call: StandInCall) => PlainResponse) =>
		withInteraction((interaction, call) => {
			if (call.params.application_id !== state.guild.clientId) return UNKNOWN_INTERACTION;
			// Suggestions are the only response to an option's first characters.
			if (interaction.acknowledgedAt === null || interaction.type === AUTOCOMPLETE) return UNKNOWN_WEBHOOK;
			const { message = '@original' } = call.params;
			return ['@original', interaction.messageId].includes(message)
				? respond(interaction, call)
				: UNKNOWN_MESSAGE;
		});
	return [
		defineRoute(state, apiUrl, {
			method: 'post',
			path: CALLBACK_PATH,
			auth: 'none',
			query: ['with_response'],
			body: CallbackSchema,
			response: schemas.InteractionCallbackResponseSchema,
			respond: withInteraction((interaction, { json, params, url }) => {
				if (params.interaction_id !== interaction.id) return UNKNOWN_INTERACTION;
				if (interaction.acknowledgedAt !== null) return ALREADY_ACKNOWLEDGED;
				const { type, data } = json as { type: CallbackType; data?: CallbackBody | null };
				const refusal = refuseCallback(interaction, type, data ?? {});
				if (refusal) return refusal;
				state.interactions.acknowledge(interaction, type, data ?? {});
				if (!parseFlag(url, 'with_response')) return { status: 204 };
				return ok(toCallbackObject(state, interaction, type));
			}),
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: MESSAGE_PATH,
			auth: 'none',
			response: schemas.MessageResponseSchema,
			respond: withAcknowledged((interaction) =>
				interaction.message ? ok(toMessageObject(state, interaction.message)) : UNKNOWN_MESSAGE,
			),
		}),
		defineRoute(state, apiUrl, {
			method: 'patch',
			path: MESSAGE_PATH,
			auth: 'none',
			body: EditSchema,
			response: schemas.MessageResponseSchema,
			respond: withAcknowledged((interaction, { json }) =>
				interaction.modal ? UNKNOWN_MESSAGE : writeMessage(state, interaction, json),
			),
		}),
		defineRoute(state, apiUrl, {
			method: 'post',
			path: FOLLOW_UP_PATH,
			auth: 'none',
			query: ['wait'],
			body: NewMessageSchema,
			response: schemas.MessageResponseSchema,
			respond: withAcknowledged((interaction, { json }) => writeMessage(state, interaction, json)),
		}),
	];
}

const ok = (body: unknown): PlainResponse => ({ status: 200, body });

/** The types of responses by the type of interaction: only components have a message to update. */
const RESPONSES: Record<PendingInteraction['type'], CallbackType[]> = {
	[COMMAND]: [4, 5, 9],
	[COMPONENT]: [4, 5, 6, 7, 9],
	[AUTOCOMPLETE]: [8],
	[MODAL_SUBMIT]: [4, 5],
};
/** A modal of a component can update its message too. */
const UPDATES: CallbackType[] = [6, 7];
const CHOICE_LENGTH = 100;
const TEXT = 3;

function refuseCallback(
	interaction: PendingInteraction,
	type: CallbackType,
	data: CallbackBody,
): PlainResponse | null {
	const hasSource = interaction.source !== null;
	if (!RESPONSES[interaction.type].includes(type) && !(hasSource && UPDATES.includes(type))) {
		const message = `Value "${type}" is not a valid response to this interaction.`;
		return createFormErrorResponse([{ path: 'type', code: 'BASE_TYPE_CHOICES', message }]);
	}
	const body = data as MessageBody;
	const fieldErrors =
		type === 9
			? findModalErrors(data as ModalBody)
			: type === 8
				? findChoiceErrors(data as AutocompleteBody, interaction.optionType)
				: findMessageErrors(body);
	if (fieldErrors.length > 0)
		return createFormErrorResponse(fieldErrors.map((error) => ({ ...error, path: `data.${error.path}` })));
	return type === 4 && isEmpty(body) ? EMPTY_MESSAGE : null;
}

/** Returns the field errors of suggestions beyond the schema: a value has the type of its option. */
function findChoiceErrors({ choices }: AutocompleteBody, optionType: number | null): FieldError[] {
	if (!choices) return [{ path: 'choices', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }];
	return choices.flatMap((choice, index) => {
		const path = `choices.${index}.value`;
		const value = choice?.value;
		if ((typeof value === 'string') !== (optionType === TEXT)) {
			const kind = optionType === TEXT ? 'string' : 'number';
			const message = `Could not interpret "${value}" as ${kind}.`;
			return [{ path, code: `${kind.toUpperCase()}_TYPE_CONVERT`, message }];
		}
		const { length } = String(value);
		if (length >= 1 && length <= CHOICE_LENGTH) return [];
		const message = `Must be between 1 and ${CHOICE_LENGTH} in length.`;
		return [{ path, code: 'BASE_TYPE_BAD_LENGTH', message }];
	});
}

/** After "thinking…" a follow-up message or an edit fills the message. */
function writeMessage(state: StandInState, interaction: PendingInteraction, json: unknown): PlainResponse {
	const body = json as MessageBody;
	const fieldErrors = findMessageErrors(body);
	if (fieldErrors.length > 0) return createFormErrorResponse(fieldErrors);
	if (isEmpty({ ...interaction.message, ...body })) return EMPTY_MESSAGE;
	return ok(toMessageObject(state, state.interactions.writeMessage(interaction, body)));
}

function toCallbackObject(state: StandInState, interaction: PendingInteraction, type: CallbackType) {
	const { message } = interaction;
	const isMessage = type !== 8 && type !== 9;
	return {
		interaction: {
			id: interaction.id,
			type: interaction.type,
			...(isMessage
				? {
						response_message_id: interaction.messageId,
						response_message_loading: type === 5,
						response_message_ephemeral: interaction.isEphemeral,
					}
				: {}),
			guild_id: state.guild.guildId,
		},
		...(message && (type === 4 || type === 7)
			? { resource: { type, message: toMessageObject(state, message) } }
			: {}),
	};
}
