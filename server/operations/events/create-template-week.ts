import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { BULK_BUDGET_MS, database } from '~/database/connection.ts';
import type { Event } from '~/database/models/index.ts';
import { execute, rows, selectValue } from '~/database/sql.ts';
import type { TemplateField } from '~/domain/events/field-uses.ts';
import type { TemplateResult } from '~/domain/events/template-week.ts';
import {
	createTemplateForm,
	type PlannedDay,
	planWeek,
	refuseExistingDays,
	type TemplateForm,
	type TemplateWeek,
	templateResultSchema,
	templateWeekInput,
	WEEK_TEXTS,
} from '~/domain/events/template-week.ts';
import { idempotencyKey } from '~/domain/inputs.ts';
import { DEFAULT_TIMEZONE, DURATION_MINUTES } from '~/domain/limits.ts';
import { pick } from '~/domain/pick.ts';
import { Refusal } from '~/domain/refusal.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { config } from '../../config.ts';
import { inJobTransaction } from '../../queue.ts';
import { readAnnouncementSettings } from '../announcements/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce, findStoredResult } from '../kernel/idempotency.ts';
import { type ChangeContext, defineChange, defineOperation } from '../kernel/operation.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { selectStorytellerList } from '../users/index.ts';
import { insertEvent } from './save-event.ts';
import { insertSeries } from './start-series.ts';

/** The advisory lock of template weeks ("temp" and "late" in ASCII): each sees the events of the one before. */
const TEMPLATE_LOCK = '1952804208, 1818326117';

/**
 * Returns the initial values of the form, the users who can be storytellers, and whether events can be announced on
 * Discord. `startDate` follows the latest event.
 */
export const readTemplateForm = defineOperation({
	allow: 'events.createTemplateWeek',
	async handle({
		now,
	}): Promise<{ form: TemplateForm; storytellers: PublicUserView[]; canAnnounce: boolean }> {
		const latest = await selectValue<Date>('SELECT max(date) FROM events');
		const form = createTemplateForm({ latest, now, gameName: config().GAME_NAME });
		const { channelId } = await readAnnouncementSettings();
		return { form, storytellers: await selectStorytellerList(), canAnnounce: channelId !== '' };
	},
});

/** Returns the days that a form would create, for the confirmation before it; refused days have their error. */
export const planTemplateWeek = defineOperation({
	allow: 'events.createTemplateWeek',
	input: templateWeekInput,
	handle: ({ input, now }): Promise<PlannedDay[]> => planDays(input, now),
});

/**
 * Creates an event for every enabled day in one transaction, so that a killed process leaves nothing behind (POST
 * /api/admin/template-events). A refused day is reported in `errors` and does not affect the other days; a day whose
 * event already exists is refused (`refuseExistingDays`). With a key, a repeat creates nothing and returns the same
 * result. Throws Refusal 'invalid' when the form is not valid, 'conflict' when the key was used for another week.
 */
export const createTemplateWeek = defineChange({
	allow: 'events.createTemplateWeek',
	input: templateWeekInput,
	databaseBudgetMs: BULK_BUDGET_MS,
	inTransaction: inJobTransaction,
	async work({ input, transaction, context }): Promise<TemplateResult> {
		const { idempotencyKey: key, ...week } = input;
		await execute(`SELECT pg_advisory_xact_lock(${TEMPLATE_LOCK})`, {}, transaction);
		return doOnce('events.createTemplateWeek', { key, request: week }, context, () =>
			keepForUndo('events.createTemplateWeek', context, () => createWeek(week, context)),
		);
	},
});

/** What a form has created, with the audit entry by which it can be undone; null for nothing and after an undo. */
export type CreatedWeek = { result: TemplateResult; undo: string | null };

/** Returns what the actor's form with this key created within the last day, or null. */
export const findCreatedWeek = defineOperation({
	allow: 'events.createTemplateWeek',
	input: z.object({ key: idempotencyKey.catch(undefined) }),
	async handle({ actor, input: { key }, now }): Promise<CreatedWeek | null> {
		if (key === undefined) return null;
		const operation = 'events.createTemplateWeek';
		const stored = await findStoredResult({ actorId: actor.id, operation, key, now });
		const result = templateResultSchema.nullable().parse(stored);
		if (!result) return null;
		const undo = await selectValue(
			`SELECT min(a.id)::text FROM audit_entries a JOIN undos u ON u.id = a.undo_id AND u.undone_at IS NULL
			WHERE a.action = 'events.createTemplateWeek' AND a.subject_type = 'event' AND a.subject_id = ANY(:ids::text[])`,
			{ ids: result.events.map(({ id }) => id) },
		);
		return { result, undo };
	},
});

async function planDays(week: TemplateWeek, now: Date, transaction?: Transaction): Promise<PlannedDay[]> {
	const days = planWeek(week, { now, gameName: config().GAME_NAME });
	const dates = days.flatMap(({ date }) => (date === undefined ? [] : [new Date(date)]));
	const events = await rows<Pick<Event, 'title' | 'date' | 'status'>>(
		'SELECT title, date, status FROM events WHERE date = ANY(:dates::timestamptz[])',
		{ dates },
		transaction,
	);
	return refuseExistingDays(days, events);
}

async function createWeek(week: TemplateWeek, context: ChangeContext): Promise<TemplateResult> {
	const events: TemplateResult['events'] = [];
	const errors: TemplateResult['errors'] = [];
	for (const planned of await planDays(week, context.now, context.transaction)) {
		const { day, title, date } = planned;
		if (date === undefined) {
			errors.push({ day, error: planned.error });
			continue;
		}
		try {
			// A savepoint: the changes of a refused day are rolled back, and the other days continue.
			const created = await database().transaction({ transaction: context.transaction }, (transaction) =>
				createDay(week, planned, { ...context, transaction }),
			);
			events.push({ ...created, title, date });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			errors.push({ day, error: error.message });
		}
	}
	const discordEventsCreated = week.createDiscordEvents ? events.length : 0;
	return { eventsCreated: events.length, discordEventsCreated, errors, events };
}

async function createDay(
	{ createDiscordEvents: createDiscordEvent, announce, series, ...week }: TemplateWeek,
	{ day, title, date, storytellerIds }: PlannedDay & { date: string },
	context: ChangeContext,
): Promise<Pick<TemplateResult['events'][number], 'id' | 'seriesEvents'>> {
	const { actor, now, transaction } = context;
	const fields = {
		...pick(week, WEEK_TEXTS),
		title,
		storytellerIds,
		date: new Date(date),
		capacity: week.capacity ?? null,
		minimumPlayers: week.minimum_players ?? null,
	} satisfies Record<TemplateField, unknown>;
	const others = { duration: DURATION_MINUTES.default, timezone: DEFAULT_TIMEZONE, creatorId: actor.id };
	const { eventId } = await insertEvent(
		{ ...fields, ...others, createDiscordEvent, announce, isOfSeries: series !== undefined },
		null,
		now,
		transaction,
	);
	const seriesEvents = series && (await insertSeries(eventId, series, now, transaction));
	await recordAudit('events.createTemplateWeek', { type: 'event', id: eventId }, context, { day });
	return { id: eventId, ...(seriesEvents && { seriesEvents }) };
}
