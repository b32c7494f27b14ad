import { z } from 'zod';
import { execute, selectValue } from '~/database/sql.ts';
import {
	chosenDraftInput,
	type DraftedEvent,
	EMPTY_DRAFT,
	type EventDraft,
	readEventDraft,
	toDraftedForm,
	toEventBody,
	toEventDraft,
	toTypedDraft,
	typedDraftInput,
} from '~/domain/discord/event-draft.ts';
import { NO_EVENT_MESSAGE } from '~/domain/discord/replies.ts';
import type { EventFormValues } from '~/domain/events/form.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { readStartQuestions } from '~/domain/events/start-questions.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { EASTERN } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { Refusal } from '~/domain/refusal.ts';
import { startOfDay } from '~/domain/time/day.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { config } from '../../config.ts';
import { createEvent, readEvent, readEventFormFacts, updateEvent } from '../events/index.ts';
import { defineModal, EVENT_OF_MESSAGE } from '../kernel/modals.ts';
import { defineOperation, isId, perform } from '../kernel/operation.ts';
import { selectStorytellerList } from '../users/index.ts';
import { getChosenEvent } from './run-command.ts';
import {
	changeDraft,
	type DraftRow,
	defineDraftModals,
	getDraft,
	getFound,
	insertDraft,
	toFormKey,
} from './save-draft.ts';

const CHANGED_MEANWHILE = 'Someone has changed this event in the meantime. What you see here replaces it.';

type Row = DraftRow<'event'>;

/** A draft as its creator sees it below the modal. */
export type DraftView = {
	id: string;
	/** The event that it changes; null for a new one. */
	eventId: string | null;
	draft: EventDraft;
	/** What would be saved, or what is wrong. */
	planned: DraftedEvent | null;
	errors: readonly string[];
	/** Everyone who can be a storyteller, by name. */
	storytellers: readonly { id: string; name: string }[];
	/** The most players of a group. */
	placesPerStoryteller: number;
};

/**
 * Show the member's draft of a new event of the last minutes that neither Discord nor the form has saved, or an empty one; and
 * a draft again. The second throws Refusal 'missing' when the member has no such draft.
 */
export const { openNew: openNewDraft, reopen: reopenDraft } = defineDraftModals('event', EMPTY_DRAFT);

/**
 * Returns what the event form shows of a draft, and the key that keeps it from becoming two events. Throws Refusal 'missing'
 * when the actor has no such draft.
 */
export const readDraftForm = defineOperation({
	allow: 'botc.plan',
	params: ['draftId'],
	async handle({ actor, params: { draftId }, now }): Promise<{
		values: Partial<EventFormValues>;
		formKey: string;
	}> {
		const row = await getDraft('event', draftId, { actor, now });
		const saved = row.event_id === null ? null : await readSaved(row.event_id, { actor, now });
		return { values: toDraftedForm(row.draft, { saved, now }), formKey: toFormKey(row) };
	},
});

/** The message in a channel whose event is opened, or the event that the member named (null: the next game). */
type EventToOpen = { messageId: string } | { name: string | null };
type OpenedEvent = Parameters<typeof toTypedDraft>[0] & { id: string; status: EventStatus; version: number };

/** Shows a saved event, and its version. Throws as `getChosenEvent` does, and Refusal 'missing' for the message of no event. */
export const openEvent = defineModal({
	allow: 'botc.plan',
	sql: `SELECT e.id::text, e.title, e.date, e.timezone, e.duration, e.location, e.description, e.status, e.version
		FROM events e WHERE e.id = ${EVENT_OF_MESSAGE} OR e.id = :eventId OR e.date > :after ORDER BY e.date, e.id`,
	toBinds: (opened: EventToOpen, now) =>
		'messageId' in opened
			? { messageId: opened.messageId, eventId: null, after: null }
			: {
					messageId: null,
					eventId: isId(opened.name ?? '') ? opened.name : null,
					after: startOfDay(now, EASTERN),
				},
	show(found: OpenedEvent[], { now, values }) {
		const event =
			'messageId' in values ? getFound(found[0], NO_EVENT_MESSAGE) : getChosenEvent(found, values.name, now);
		return { eventId: event.id, version: event.version, typed: toTypedDraft(event) };
	},
});

/** Returns the id of the event of a message in a channel. Throws Refusal 'missing' for any other message. */
export const findEventOfMessage = defineOperation({
	allow: 'botc.plan',
	params: ['messageId'],
	handle: async ({ params }): Promise<string> =>
		getFound(await selectValue(`SELECT ${EVENT_OF_MESSAGE}::text`, params), NO_EVENT_MESSAGE),
});

/**
 * Stores what was typed: in a draft, in a new one of an event (`eventId`, `version`), or in a new one of a new event.
 * Throws Refusal 'missing' when the draft or the event does not exist.
 */
export const saveTypedDraft = defineOperation({
	allow: 'botc.plan',
	input: z.object({
		draftId: z.string().optional(),
		event: z.object({ id: z.string(), version: z.int() }).optional(),
		typed: typedDraftInput,
	}),
	async handle({ actor, input: { draftId, event, typed }, now }): Promise<DraftView> {
		const saved = event ? toEventDraft(await readSaved(event.id, { actor, now })) : EMPTY_DRAFT;
		const row = draftId
			? await changeDraft('event', draftId, typed, { actor, now })
			: await insertDraft<'event'>({ ...saved, ...typed }, event ?? null, { actor, now });
		return toView(row, { actor, now });
	},
});

/** Stores the storytellers or the places that were chosen. Throws Refusal 'missing' when the actor has no such draft. */
export const chooseInDraft = defineOperation({
	allow: 'botc.plan',
	params: ['draftId'],
	input: chosenDraftInput.partial(),
	handle: async ({ actor, params: { draftId }, input, now }): Promise<DraftView> =>
		toView(await changeDraft('event', draftId, input, { actor, now }), { actor, now }),
});

/** The event that a draft became, or what has to be answered or corrected before. */
export type DraftOutcome =
	| { event: EventDetail; isNew: boolean }
	| { event: null; view: DraftView; questions: readonly string[] };

/**
 * Saves a draft as its event, once however often it is called. Questions about what may be a mistake are returned first, and
 * count as answered with the next call. Throws Refusal 'missing' when the actor has no such draft, and as `events.create`
 * and `events.update` do.
 */
export const saveDraft = defineOperation({
	allow: 'botc.plan',
	params: ['draftId'],
	async handle({ actor, params: { draftId }, now }): Promise<DraftOutcome> {
		const row = await getDraft('event', draftId, { actor, now });
		if (row.saved_id) return toOutcome(await readSaved(row.saved_id, { actor, now }), row);
		const saved = row.event_id === null ? null : await readSaved(row.event_id, { actor, now });
		const read = readEventDraft(row.draft, { saved, now, gameName: config().GAME_NAME });
		const view = await toView(row, { actor, now });
		if (!read.planned) return { event: null, view, questions: [] };
		const { accepted } = row;
		const body = { ...toEventBody(read.planned, read.changed), accepted };
		try {
			const event = saved
				? await update(saved, { ...body, version: row.version, ...ask(accepted) }, { actor, now })
				: await perform(
						createEvent,
						{ actor, now },
						{ read: () => ({ ...body, idempotencyKey: toFormKey(row) }) },
					);
			if (saved) await execute('UPDATE event_drafts SET saved_id = event_id WHERE id = :id', { id: row.id });
			return toOutcome(event, row);
		} catch (error) {
			const current = readCurrent(error);
			const questions = current ? [{ key: '', text: CHANGED_MEANWHILE }] : listQuestions(error);
			if (questions.length === 0) throw error;
			await execute(
				'UPDATE event_drafts SET accepted = :keys::text[], version = coalesce(:version, version) WHERE id = :id',
				{
					id: row.id,
					keys: [...accepted, ...questions.map(({ key }) => key).filter(Boolean)],
					version: current?.version ?? null,
				},
			);
			return { event: null, view, questions: questions.map(({ text }) => text) };
		}
	},
});

const toOutcome = (event: EventDetail, row: Row): DraftOutcome => ({ event, isNew: row.event_id === null });

/** The field of the question whether players keep their places although there will be fewer. */
const OVER_CAPACITY = 'over_capacity';
const ask = (accepted: readonly string[]) => ({
	[OVER_CAPACITY]: accepted.includes(OVER_CAPACITY) ? 'keep' : 'ask',
});

async function update(
	{ id: eventId }: EventDetail,
	body: object,
	context: { actor: Actor; now: Date },
): Promise<EventDetail> {
	return (await perform(updateEvent, context, { params: { eventId }, read: () => body })).event;
}

function listQuestions(error: unknown): { key: string; text: string }[] {
	const fields = (error instanceof Refusal && error.fields) || {};
	const places = (fields[OVER_CAPACITY] ?? []).map((text) => ({ key: OVER_CAPACITY, text }));
	const questions = [...readStartQuestions(fields), ...places];
	// A field that is wrong is not a question.
	return questions.length === Object.keys(fields).length ? questions : [];
}

/** Returns the saved event of a refusal because of its version; the next call knowingly overwrites it. */
const readCurrent = (error: unknown): EventDetail | null =>
	((error instanceof Refusal && error.extra?.current) as EventDetail | undefined) || null;

const readSaved = (eventId: string, context: { actor: Actor; now: Date }): Promise<EventDetail> =>
	perform(readEvent, context, { params: { eventId } });

async function toView(row: Row, { actor, now }: { actor: Actor; now: Date }): Promise<DraftView> {
	const saved = row.event_id === null ? null : await readSaved(row.event_id, { actor, now });
	const [storytellers, { placesPerStoryteller }] = await Promise.all([
		selectStorytellerList(),
		perform(readEventFormFacts, { actor, now }),
	]);
	const { planned, errors } = readEventDraft(row.draft, { saved, now, gameName: config().GAME_NAME });
	return {
		id: row.id,
		eventId: row.event_id,
		draft: row.draft,
		planned,
		errors: errors ?? [],
		storytellers: storytellers.map((user) => ({
			id: user.id,
			name: formatDisplayName(
				{ username: user.username, preferredUsername: user.preferred_username },
				'storyteller',
			),
		})),
		placesPerStoryteller,
	};
}
