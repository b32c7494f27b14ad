import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import type { Interactions, MessageBody } from './interactions.ts';
import { toBotUserObject, toChannelObjects } from './objects.ts';
import { parseFlag } from './paging.ts';
import { createErrorResponse, type PlainResponse } from './responses.ts';
import { type Call, defineRoute } from './route.ts';
import type { StandInState } from './state.ts';

type PendingInteraction = NonNullable<ReturnType<Interactions['find']>>;

const CALLBACK_PATH = '/interactions/{interaction_id}/{interaction_token}/callback';
const FOLLOW_UP_PATH = '/webhooks/{application_id}/{interaction_token}';
/** `message` is `@original` (percent-encoded or not) or the message's ID. */
const MESSAGE_PATH = `${FOLLOW_UP_PATH}/messages/{message}`;
const UNKNOWN_INTERACTION = createErrorResponse(404, 10_062, 'Unknown interaction');
const UNKNOWN_WEBHOOK = createErrorResponse(404, 10_015, 'Unknown Webhook');
const UNKNOWN_MESSAGE = createErrorResponse(404, 10_008, 'Unknown Message');
const ALREADY_ACKNOWLEDGED = createErrorResponse(400, 40_060, 'Interaction has already been acknowledged.');
const EMPTY_MESSAGE = createErrorResponse(400, 50_006, 'Cannot send an empty message');

/** discord.js sends these two fields with every message, and Discord accepts them. */
const EXTRA_FIELDS = { tts: z.optional(z.boolean()), enforce_nonce: z.optional(z.boolean()) };
const NewMessageSchema = z.extend(schemas.IncomingWebhookInteractionRequestSchema, EXTRA_FIELDS);
const EditSchema = z.extend(
	schemas.IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema,
	EXTRA_FIELDS,
);
/** A message (4) or "thinking…" (5): the two responses that our command uses. */
const CallbackSchema = z.object({ type: z.literal([4, 5]), data: z.nullish(NewMessageSchema) });

/**
 * Creates the handlers for the app's responses to a slash command. The interaction's token is the credential; no
 * header is needed.
 */
export function createInteractionHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const withInteraction =
		(respond: (interaction: PendingInteraction, call: Call) => PlainResponse) => (call: Call) => {
			const interaction = state.interactions.find(call.params.interaction_token ?? '');
			return interaction ? respond(interaction, call) : UNKNOWN_INTERACTION;
		};
	const withAcknowledged = (respond: (interaction: PendingInteraction, call: Call) => PlainResponse) =>
		withInteraction((interaction, call) => {
			if (call.params.application_id !== state.guild.clientId) return UNKNOWN_INTERACTION;
			if (interaction.acknowledgedAt === null) return UNKNOWN_WEBHOOK;
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
				const { type, data } = json as { type: 4 | 5; data?: MessageBody | null };
				if (type === 4 && isEmpty(data ?? {})) return EMPTY_MESSAGE;
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
				interaction.message ? ok(toMessageObject(state, interaction)) : UNKNOWN_MESSAGE,
			),
		}),
		defineRoute(state, apiUrl, {
			method: 'patch',
			path: MESSAGE_PATH,
			auth: 'none',
			body: EditSchema,
			response: schemas.MessageResponseSchema,
			respond: withAcknowledged((interaction, { json }) => writeMessage(state, interaction, json)),
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
const isEmpty = ({ content, embeds, components }: MessageBody) =>
	!content && !embeds?.length && !components?.length;

/** After "thinking…" a follow-up message or an edit fills the message. */
function writeMessage(state: StandInState, interaction: PendingInteraction, json: unknown): PlainResponse {
	const body = json as MessageBody;
	if (isEmpty({ ...interaction.message, ...body })) return EMPTY_MESSAGE;
	state.interactions.writeMessage(interaction, body);
	return ok(toMessageObject(state, interaction));
}

function toCallbackObject(state: StandInState, interaction: PendingInteraction, type: 4 | 5) {
	const interactionObject = {
		id: interaction.id,
		type: 2,
		response_message_id: interaction.messageId,
		response_message_loading: type === 5,
		response_message_ephemeral: interaction.isEphemeral,
		guild_id: state.guild.guildId,
	};
	if (type === 5) return { interaction: interactionObject };
	return {
		interaction: interactionObject,
		resource: { type: 4, message: toMessageObject(state, interaction) },
	};
}

function toMessageObject(state: StandInState, interaction: PendingInteraction) {
	return {
		id: interaction.messageId,
		type: 20,
		channel_id: toChannelObjects(state)[0]?.id,
		author: toBotUserObject(state),
		application_id: state.guild.clientId,
		webhook_id: state.guild.clientId,
		content: interaction.message?.content ?? '',
		embeds: interaction.message?.embeds ?? [],
		components: interaction.message?.components ?? [],
		attachments: [],
		mentions: [],
		mention_roles: [],
		mention_everyone: false,
		pinned: false,
		tts: false,
		flags: interaction.isEphemeral ? 64 : 0,
		timestamp: state.now().toISOString(),
		edited_timestamp: null,
	};
}
