import * as schemas from 'discord-api-spec/zod';
import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import type { StandInChannel } from './channels.ts';
import { findMessageErrors } from './message-rules.ts';
import { type MessageBody, type StandInMessage, toMessageObject } from './messages.ts';
import { parseLimit } from './paging.ts';
import {
	createErrorResponse,
	createFormErrorResponse,
	createRateLimitResponse,
	EMPTY_MESSAGE,
	MISSING_ACCESS,
	MISSING_PERMISSIONS,
	type PlainResponse,
	UNKNOWN_CHANNEL,
	UNKNOWN_MESSAGE,
} from './responses.ts';
import { defineRoute, type RouteDefinition, type StandInCall } from './route.ts';
import { compareSnowflakes } from './snowflakes.ts';
import type { StandInState } from './state.ts';

const CHANNEL_PATH = '/channels/{channel_id}';
const MESSAGES_PATH = `${CHANNEL_PATH}/messages`;
const MESSAGE_PATH = `${MESSAGES_PATH}/{message_id}`;

const INVALID_RECIPIENT = createErrorResponse(400, 50_033, 'Invalid Recipient(s)');
const REFUSES_MESSAGES = createErrorResponse(403, 50_007, 'Cannot send messages to this user');
const NO_MUTUAL_GUILDS = createErrorResponse(
	403,
	50_278,
	'Cannot send messages to this user due to having no mutual guilds',
);
const WRONG_CHANNEL_TYPE = createErrorResponse(400, 50_024, 'Cannot execute action on this channel type');
const THREAD_ARCHIVED = createErrorResponse(400, 50_083, 'Thread is archived');
const THREAD_LOCKED = createErrorResponse(400, 160_005, 'Thread is locked');
const HAS_THREAD = createErrorResponse(400, 160_004, 'A thread has already been created for this message');

const ChannelSchema = z.union([
	schemas.GuildChannelResponseSchema,
	schemas.PrivateChannelResponseSchema,
	schemas.ThreadResponseSchema,
]);

/** The index of a new file may be a number: Discord's documentation writes it so, though its schema has strings. */
const attachment = z.object({
	id: z.union([schemas.SnowflakeTypeSchema, z.int()]),
	filename: z.nullish(z.string()),
	description: z.nullish(z.string()),
});
const FILES = { attachments: z.nullish(z.array(attachment)) };
const CreateSchema = z.extend(schemas.MessageCreateRequestSchema, FILES);
const EditSchema = z.extend(schemas.MessageEditRequestPartialSchema, FILES);

/** Creates the handlers of channels, messages, threads and direct messages. */
export function createChannelHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	const define = (route: Omit<RouteDefinition, 'auth'>) =>
		defineRoute(state, apiUrl, { ...route, auth: 'bot' });
	const withChannel =
		(respond: (channel: StandInChannel, call: StandInCall) => PlainResponse) => (call: StandInCall) => {
			const channel = state.channels.find(call.params.channel_id ?? '');
			if (!channel) return UNKNOWN_CHANNEL;
			return state.channels.allows(channel, 'VIEW_CHANNEL') ? respond(channel, call) : MISSING_ACCESS;
		};
	const withMessage = (
		respond: (message: StandInMessage, channel: StandInChannel, call: StandInCall) => PlainResponse,
	) =>
		withChannel((channel, call) => {
			const message = state.channels.findMessage(call.params.message_id ?? '');
			// Discord's API does not know messages that only a single member sees.
			const isKnown = message?.channelId === channel.id && message.ephemeralFor === null;
			return isKnown ? respond(message, channel, call) : UNKNOWN_MESSAGE;
		});
	return [
		define({
			method: 'get',
			path: CHANNEL_PATH,
			response: ChannelSchema,
			respond: withChannel((channel) => ok(state.channels.toObject(channel))),
		}),
		define({
			method: 'patch',
			path: CHANNEL_PATH,
			body: schemas.UpdateThreadRequestPartialSchema,
			response: schemas.ThreadResponseSchema,
			respond: withChannel((channel, { json }) => updateThread(state, channel, json as ThreadBody)),
		}),
		define({
			method: 'get',
			path: MESSAGES_PATH,
			query: ['limit', 'before', 'after'],
			response: z.array(schemas.MessageResponseSchema),
			respond: withChannel((channel, { url }) => listMessages(state, channel, url)),
		}),
		define({
			method: 'post',
			path: MESSAGES_PATH,
			body: CreateSchema,
			response: schemas.MessageResponseSchema,
			respond: withChannel((channel, call) => postMessage(state, channel, call)),
		}),
		define({
			method: 'get',
			path: MESSAGE_PATH,
			response: schemas.MessageResponseSchema,
			respond: withMessage((message, channel) =>
				state.channels.allows(channel, 'READ_MESSAGE_HISTORY')
					? ok(toMessageObject(state, message))
					: MISSING_PERMISSIONS,
			),
		}),
		define({
			method: 'patch',
			path: MESSAGE_PATH,
			body: EditSchema,
			response: schemas.MessageResponseSchema,
			respond: withMessage((message, channel, { json, files }) => {
				const body = json as MessageBody;
				const refusal = refuseContent(state, channel, body, files.length > 0);
				if (refusal) return refusal;
				const fieldErrors = findMessageErrors(body);
				if (fieldErrors.length > 0) return createFormErrorResponse(fieldErrors);
				if (isEmpty({ ...message, ...body }) && files.length === 0) return EMPTY_MESSAGE;
				state.channels.edit(message, body, storeFiles(state, files));
				return ok(toMessageObject(state, message));
			}),
		}),
		define({
			method: 'delete',
			path: MESSAGE_PATH,
			response: z.undefined(),
			respond: withMessage((message) => {
				state.channels.removeMessage(message.id);
				return { status: 204 };
			}),
		}),
		define({
			method: 'post',
			path: `${MESSAGE_PATH}/threads`,
			body: schemas.CreateTextThreadWithMessageRequestSchema,
			response: schemas.ThreadResponseSchema,
			respond: withMessage((message, channel, { json }) => {
				if (channel.recipientId !== null || channel.parentId !== null) return WRONG_CHANNEL_TYPE;
				if (!state.channels.allows(channel, 'CREATE_PUBLIC_THREADS')) return MISSING_PERMISSIONS;
				if (message.threadId !== null) return HAS_THREAD;
				const thread = state.channels.addThread(message, (json as { name: string }).name);
				return { status: 201, body: state.channels.toObject(thread) };
			}),
		}),
		define({
			method: 'post',
			path: '/users/@me/channels',
			body: schemas.CreatePrivateChannelRequestSchema,
			response: schemas.PrivateChannelResponseSchema,
			respond: ({ json }) => {
				const { recipient_id: userId } = json as { recipient_id?: string | null };
				if (!userId || !state.users.has(userId)) return INVALID_RECIPIENT;
				return ok(state.channels.toObject(state.channels.openDirectMessages(userId)));
			},
		}),
	];
}

type ThreadBody = { name?: string | null; archived?: boolean | null };

/** The bot created the threads of the stand-in, so it may change them while it may write in them. */
function updateThread(
	state: StandInState,
	thread: StandInChannel,
	{ name, archived = null }: ThreadBody,
): PlainResponse {
	if (thread.parentId === null) return MISSING_PERMISSIONS;
	if (!state.channels.allows(thread, 'SEND_MESSAGES_IN_THREADS')) return MISSING_PERMISSIONS;
	if (thread.isArchived && archived !== false) return THREAD_ARCHIVED;
	const waitSeconds = name ? state.channels.rename(thread, name) : null;
	if (waitSeconds !== null) return createRateLimitResponse(waitSeconds, { global: false });
	if (archived !== null) thread.isArchived = archived;
	return ok(state.channels.toObject(thread));
}

const ok = (body: unknown): PlainResponse => ({ status: 200, body });

export const isEmpty = ({ content, embeds, components }: MessageBody) =>
	!content && !embeds?.length && !components?.length;

/** Without the permission to read the history, Discord returns no messages. */
function listMessages(state: StandInState, channel: StandInChannel, url: URL): PlainResponse {
	const limit = parseLimit(url, 50, 100);
	if (typeof limit !== 'number') return createFormErrorResponse([limit]);
	if (!state.channels.allows(channel, 'READ_MESSAGE_HISTORY')) return ok([]);
	const before = url.searchParams.get('before');
	const after = url.searchParams.get('after');
	const found = state.channels
		.listMessages(channel.id)
		.filter(({ id }) => before === null || compareSnowflakes(id, before) < 0)
		.filter(({ id }) => after === null || compareSnowflakes(id, after) > 0);
	const page = after === null ? found.slice(-limit) : found.slice(0, limit);
	return ok(page.toReversed().map((message) => toMessageObject(state, message)));
}

function postMessage(
	state: StandInState,
	channel: StandInChannel,
	{ json, files }: StandInCall,
): PlainResponse {
	const body = json as MessageBody;
	const refusal = refuseRecipient(state, channel) ?? refusePost(state, channel, body, files.length > 0);
	if (refusal) return refusal;
	const fieldErrors = findMessageErrors(body);
	if (fieldErrors.length > 0) return createFormErrorResponse(fieldErrors);
	if (isEmpty(body) && files.length === 0) return EMPTY_MESSAGE;
	const { nonce } = body;
	const isNonceSet = nonce !== null && nonce !== undefined;
	const same = body.enforce_nonce && isNonceSet ? state.channels.findByNonce(nonce) : undefined;
	// A message opens an archived thread.
	channel.isArchived = false;
	return ok(toMessageObject(state, same ?? state.channels.post(channel.id, body, storeFiles(state, files))));
}

function refuseRecipient(state: StandInState, { recipientId }: StandInChannel): PlainResponse | null {
	if (recipientId === null) return null;
	if (state.channels.refusesDirectMessages.has(recipientId)) return REFUSES_MESSAGES;
	return state.getUser(recipientId).member ? null : NO_MUTUAL_GUILDS;
}

function refusePost(
	state: StandInState,
	channel: StandInChannel,
	body: MessageBody,
	hasFiles: boolean,
): PlainResponse | null {
	const send = channel.parentId === null ? 'SEND_MESSAGES' : 'SEND_MESSAGES_IN_THREADS';
	if (channel.isLocked) return THREAD_LOCKED;
	return state.channels.allows(channel, send)
		? refuseContent(state, channel, body, hasFiles)
		: MISSING_PERMISSIONS;
}

/** Embeds and files need separate permissions, also in an edit. */
function refuseContent(
	state: StandInState,
	channel: StandInChannel,
	{ embeds }: MessageBody,
	hasFiles: boolean,
): PlainResponse | null {
	if (embeds?.length && !state.channels.allows(channel, 'EMBED_LINKS')) return MISSING_PERMISSIONS;
	if (hasFiles && !state.channels.allows(channel, 'ATTACH_FILES')) return MISSING_PERMISSIONS;
	return null;
}

const storeFiles = (state: StandInState, files: StandInCall['files']) =>
	files.map((file) => ({ ...file, id: state.nextId() }));
