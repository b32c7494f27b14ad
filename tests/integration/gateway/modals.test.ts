import type { ButtonInteraction } from 'discord.js';
import { Op } from 'sequelize';
import { beforeEach, expect, test } from 'vitest';
import { User } from '~/database/models/index.ts';
import { BOTC_COMMAND, COMMANDS, MESSAGE_MENUS, SIGN_UP_MENU } from '~/domain/discord/command.ts';
import { type CustomId, encodeCustomId } from '~/domain/discord/custom-id.ts';
import { DAY_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { opensModal } from '~/server/gateway/buttons.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import type { InteractionReply } from '~/tests/mocks/discord/interactions.ts';
import { recordStatements } from '~/tests/support/query-plans.ts';
import { useGateway } from './use-gateway.ts';

const { state, connect } = useGateway();
const { discordId: userId } = PERSONAS.creator;
const discordId = PERSONAS.player.discordId;

beforeEach(() => {
	// Discord's limit of three seconds would only measure how fast the machine is.
	state.interactions.firstResponseMs = 20_000;
});

/** What a custom id is called: its kind, and its step. The compiler asks for each in `listIds`. */
type IdName = CustomId extends infer Id
	? Id extends { kind: infer Kind extends string; step: infer Step extends string }
		? `${Kind} ${Step}`
		: Id extends { kind: infer Kind extends string }
			? Kind
			: never
	: never;

type Ids = { eventId: string; draftId: string; pollDraftId: string };
function listIds({ eventId, draftId, pollDraftId }: Ids): Record<IdName, CustomId> {
	const add = { kind: 'add', discordId, eventId, status: 'late' } as const;
	return {
		'plan new': { kind: 'plan', step: 'new' },
		'plan edit': { kind: 'plan', step: 'edit', eventId, version: 1 },
		'plan again': { kind: 'plan', step: 'again', draftId },
		'plan storytellers': { kind: 'plan', step: 'storytellers', draftId },
		'plan places': { kind: 'plan', step: 'places', draftId },
		'plan save': { kind: 'plan', step: 'save', draftId },
		'pollDraft new': { kind: 'pollDraft', step: 'new' },
		'pollDraft again': { kind: 'pollDraft', step: 'again', draftId: pollDraftId },
		'pollDraft save': { kind: 'pollDraft', step: 'save', draftId: pollDraftId },
		'add event': { ...add, step: 'event' },
		'add status': { ...add, step: 'status' },
		'add note': { ...add, step: 'note' },
		'add save': { ...add, step: 'save' },
		signup: { kind: 'signup', eventId, status: 'late' },
		notes: { kind: 'notes', eventId },
		arrival: { kind: 'arrival', eventId, minutes: 15 },
		seat: { kind: 'seat', eventId },
		nudge: { kind: 'nudge', eventId },
		message: { kind: 'message', eventId },
		poll: { kind: 'poll', eventId },
		vote: { kind: 'vote', eventId, answer: 'yes' },
		send: { kind: 'send', messageId: '1' },
		present: { kind: 'present', eventId },
		place: { kind: 'place', eventId, accept: true },
		regular: { kind: 'regular', eventId, status: 'confirmed' },
		undo: { kind: 'undo', eventId, previous: null, recorded: 'late' },
	};
}

test('each modal opens with one statement', async () => {
	const creator = await createUserRow({ discordId: userId, role: 'creator' });
	const player = await createUserRow({ discordId });
	const event = await createEventRow({ title: 'Fog', date: new Date(Date.now() + DAY_MS) });
	for (const { id } of [creator, player])
		await createSignupRow({ eventId: event.id, userId: id, notes: 'Cake' });
	const insertDraft = async (draft: object) =>
		(await rowsOf('event_drafts').insert({ userId: creator.id, draft, changedAt: new Date() })).id;
	const draftId = await insertDraft({ title: 'Mist' });
	const pollDraftId = await insertDraft({ title: 'Rain', times: 'fri 8pm' });
	const { id: messageId } = state.channels.post(ANNOUNCEMENT_CHANNEL_ID, { content: 'An event' });
	await rowsOf('announcements').insert({ eventId: event.id, messageId, channelId: ANNOUNCEMENT_CHANNEL_ID });
	await connect();
	await expect.poll(() => state.interactions.commands.length).toBe(COMMANDS.length);

	// The members of the server are compared once it is connected.
	await expect.poll(() => User.count({ where: { memberSeenAt: { [Op.ne]: null } } })).toBe(2);
	const found: Record<string, number> = {};
	/** Counts the statements of what opens a modal. */
	const open = async (name: string, invoke: () => Promise<InteractionReply>) => {
		const result: { reply?: InteractionReply } = {};
		const statements = await recordStatements(async () => {
			result.reply = await invoke();
		});
		if (result.reply?.modal) found[name] = statements.length;
	};
	for (const [name, id] of Object.entries(listIds({ eventId: event.id, draftId, pollDraftId }))) {
		const customId = encodeCustomId(id);
		if (opensModal({ customId } as ButtonInteraction))
			await open(name, () => state.press({ userId, messageId, customId }));
	}
	const chosen: Record<string, string[]> = { edit: ['', 'fog', event.id], cancel: ['Rain'] };
	for (const { name: subcommand } of BOTC_COMMAND.options)
		for (const named of chosen[subcommand] ?? [''])
			await open(`/botc ${subcommand} ${named && named === event.id ? 'by id' : named}`.trim(), () =>
				state.invokeCommand({
					userId,
					command: 'botc',
					subcommand,
					options: named ? { event: named } : ({} as Record<string, string>),
				}),
			);
	for (const { name: command } of Object.values(MESSAGE_MENUS))
		await open(command, () => state.invokeOnMessage({ userId, command, messageId }));
	await open(SIGN_UP_MENU.name, () =>
		state.invokeOnUser({ userId, command: SIGN_UP_MENU.name, targetId: discordId }),
	);
	expect(found).toEqual(
		Object.fromEntries(
			[
				'plan again',
				'pollDraft again',
				'add note',
				'notes',
				'/botc create',
				'/botc poll',
				'/botc edit',
				'/botc edit fog',
				'/botc edit by id',
				'Edit event',
				'Message the players',
			].map((name) => [name, 1]),
		),
	);
});
