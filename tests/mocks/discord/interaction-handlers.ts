import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import { type Answer, errorAnswer } from './answers.ts';
import type { Interactions, MessageBody } from './interactions.ts';
import { botUserObject, channelObjects } from './objects.ts';
import { readFlag } from './paging.ts';
import { type Call, defineRoute } from './route.ts';
import type { StandInState } from './state.ts';

type Open = NonNullable<ReturnType<Interactions['find']>>;

const CALLBACK = '/interactions/{interaction_id}/{interaction_token}/callback';
const FOLLOW_UP = '/webhooks/{application_id}/{interaction_token}';
/** `@original`, which clients write with a percent sign or without, or the message's ID. */
const ORIGINAL = `${FOLLOW_UP}/messages/{message}`;
const UNKNOWN_INTERACTION = errorAnswer(404, 10_062, 'Unknown interaction');
const UNKNOWN_WEBHOOK = errorAnswer(404, 10_015, 'Unknown Webhook');
const UNKNOWN_MESSAGE = errorAnswer(404, 10_008, 'Unknown Message');
const ANSWERED = errorAnswer(400, 40_060, 'Interaction has already been acknowledged.');
const EMPTY = errorAnswer(400, 50_006, 'Cannot send an empty message');

/** discord.js sends these two with every message; Discord takes them. */
const EXTRAS = { tts: z.optional(z.boolean()), enforce_nonce: z.optional(z.boolean()) };
const NewMessageSchema = z.extend(schemas.IncomingWebhookInteractionRequestSchema, EXTRAS);
const EditSchema = z.extend(schemas.IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema, EXTRAS);
/** A message at once, or "thinking…": the two answers that a command of ours has. */
const CallbackSchema = z.object({ type: z.literal([4, 5]), data: z.nullish(NewMessageSchema) });

/** What the app answers to a slash command. The interaction's token is the credential here, no header. */
export function createInteractionHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const withOpen = (respond: (open: Open, call: Call) => Answer) => (call: Call) => {
		const open = state.interactions.find(call.params.interaction_token ?? '');
		return open ? respond(open, call) : UNKNOWN_INTERACTION;
	};
	const webhook = (respond: (open: Open, call: Call) => Answer) =>
		withOpen((open, call) => {
			if (call.params.application_id !== state.guild.clientId) return UNKNOWN_INTERACTION;
			if (open.answeredAt === null) return UNKNOWN_WEBHOOK;
			const { message = '@original' } = call.params;
			return ['@original', open.messageId].includes(message) ? respond(open, call) : UNKNOWN_MESSAGE;
		});
	return [
		defineRoute(state, apiUrl, {
			method: 'post',
			path: CALLBACK,
			auth: 'none',
			query: ['with_response'],
			body: CallbackSchema,
			answer: schemas.InteractionCallbackResponseSchema,
			respond: withOpen((open, { json, params, url }) => {
				if (params.interaction_id !== open.id) return UNKNOWN_INTERACTION;
				if (open.answeredAt !== null) return ANSWERED;
				const { type, data } = json as { type: 4 | 5; data?: MessageBody | null };
				if (type === 4 && isEmpty(data ?? {})) return EMPTY;
				state.interactions.answer(open, type, data ?? {});
				if (!readFlag(url, 'with_response')) return { status: 204 };
				return ok(describeCallback(state, open, type));
			}),
		}),
		defineRoute(state, apiUrl, {
			method: 'get',
			path: ORIGINAL,
			auth: 'none',
			answer: schemas.MessageResponseSchema,
			respond: webhook((open) => (open.message ? ok(describeMessage(state, open)) : UNKNOWN_MESSAGE)),
		}),
		defineRoute(state, apiUrl, {
			method: 'patch',
			path: ORIGINAL,
			auth: 'none',
			body: EditSchema,
			answer: schemas.MessageResponseSchema,
			respond: webhook((open, { json }) => write(state, open, json)),
		}),
		defineRoute(state, apiUrl, {
			method: 'post',
			path: FOLLOW_UP,
			auth: 'none',
			query: ['wait'],
			body: NewMessageSchema,
			answer: schemas.MessageResponseSchema,
			respond: webhook((open, { json }) => write(state, open, json)),
		}),
	];
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const isEmpty = ({ content, embeds, components }: MessageBody) =>
	!content && !embeds?.length && !components?.length;

/** After "thinking…" a follow-up is what fills the message in, as an edit of it does. */
function write(state: StandInState, open: Open, json: unknown): Answer {
	const body = json as MessageBody;
	if (isEmpty({ ...open.message, ...body })) return EMPTY;
	state.interactions.write(open, body);
	return ok(describeMessage(state, open));
}

function describeCallback(state: StandInState, open: Open, type: 4 | 5) {
	const interaction = {
		id: open.id,
		type: 2,
		response_message_id: open.messageId,
		response_message_loading: type === 5,
		response_message_ephemeral: open.isEphemeral,
		guild_id: state.guild.guildId,
	};
	if (type === 5) return { interaction };
	return { interaction, resource: { type: 4, message: describeMessage(state, open) } };
}

function describeMessage(state: StandInState, open: Open) {
	return {
		id: open.messageId,
		type: 20,
		channel_id: channelObjects(state)[0]?.id,
		author: botUserObject(state),
		application_id: state.guild.clientId,
		webhook_id: state.guild.clientId,
		content: open.message?.content ?? '',
		embeds: open.message?.embeds ?? [],
		components: open.message?.components ?? [],
		attachments: [],
		mentions: [],
		mention_roles: [],
		mention_everyone: false,
		pinned: false,
		tts: false,
		flags: open.isEphemeral ? 64 : 0,
		timestamp: state.now().toISOString(),
		edited_timestamp: null,
	};
}
