import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { BULK_BUDGET_MS, database, inTransaction } from '~/database/connection.ts';
import { Event } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import {
	defaultTemplateForm,
	type PlannedDay,
	planWeek,
	refuseExistingDays,
	type TemplateForm,
	type TemplateResult,
	templateResultSchema,
	templateWeekInput,
} from '~/domain/events/template-week.ts';
import { idempotencyKey } from '~/domain/idempotency.ts';
import { DEFAULT_TIMEZONE, DURATION_MINUTES } from '~/domain/limits.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import type { Actor } from '~/domain/policy.ts';
import { Refusal } from '~/domain/refusal.ts';
import { config } from '../../config.ts';
import { recordAudit } from '../kernel/audit.ts';
import { doOnce, findRemembered } from '../kernel/idempotency.ts';
import { operation } from '../kernel/operation.ts';
import { selectStorytellerList } from '../users/index.ts';
import { insertEvent } from './editing.ts';

/** "temp" and "late": template weeks are created one after the other, so that each sees the events of the one before. */
const TEMPLATE_LOCK = '1952804208, 1818326117';

/** The form as it opens, and whom it offers. `startDate` follows the latest event there is. */
export const readTemplateForm = operation({
	allow: 'events.createTemplateWeek',
	input: z.object({}),
	async handle({ now }): Promise<{ form: TemplateForm; people: PersonView[] }> {
		const latest = await Event.findOne({
			attributes: ['date'],
			order: [
				['date', 'DESC'],
				['id', 'DESC'],
			],
		});
		const form = defaultTemplateForm({ latest: latest?.date ?? null, now, gameName: config().GAME_NAME });
		return { form, people: await selectStorytellerList() };
	},
});

/** Returns the days that a form would create, for the question before. Throws 'invalid' as the call itself does. */
export const planTemplateWeek = operation({
	allow: 'events.createTemplateWeek',
	input: templateWeekInput,
	handle: ({ input, now }): Promise<PlannedDay[]> => planDays(input, now),
});

/**
 * POST /api/admin/template-events: creates an event for every enabled day, all in one transaction, so a process that dies
 * leaves nothing behind. A refused day is reported in `errors` and leaves the other days alone; an event that exists
 * already is such a day (`refuseExistingDays`). With a key, a repeat creates nothing and gets the same result.
 * Throws 'invalid'; 'conflict' when the key was used for another week.
 */
export const createTemplateWeek = operation({
	allow: 'events.createTemplateWeek',
	input: templateWeekInput,
	databaseBudgetMs: BULK_BUDGET_MS,
	handle({ actor, input, now }): Promise<TemplateResult> {
		const { idempotencyKey: key, ...week } = input;
		return inTransaction(async (transaction) => {
			await execute(`SELECT pg_advisory_xact_lock(${TEMPLATE_LOCK})`, {}, transaction);
			const { remembered } = await doOnce(
				{ transaction, actor, operation: 'events.createTemplateWeek', key, request: week, now },
				() => createWeek(week, { actor, now, transaction }),
			);
			return remembered;
		});
	},
});

/** Returns what one's own form with this key has created within the last day; null when there is nothing. */
export const findCreatedWeek = operation({
	allow: 'events.createTemplateWeek',
	params: ['key'],
	input: z.object({}),
	async handle({ actor, params, now }): Promise<TemplateResult | null> {
		const key = idempotencyKey.safeParse(params.key).data;
		if (key === undefined) return null;
		const remembered = await findRemembered({ actor, operation: 'events.createTemplateWeek', key, now });
		return templateResultSchema.nullable().parse(remembered);
	},
});

async function planDays(week: TemplateForm, now: Date, transaction?: Transaction): Promise<PlannedDay[]> {
	const days = planWeek(week, { now, gameName: config().GAME_NAME });
	const dates = days.flatMap(({ date }) => (date === undefined ? [] : [new Date(date)]));
	const events = await Event.findAll({
		attributes: ['title', 'date', 'status'],
		where: { date: dates },
		...(transaction && { transaction }),
	});
	return refuseExistingDays(days, events);
}

type Work = { actor: Actor; now: Date; transaction: Transaction };

async function createWeek(week: TemplateForm, work: Work): Promise<TemplateResult> {
	const events: TemplateResult['events'] = [];
	const errors: TemplateResult['errors'] = [];
	for (const planned of await planDays(week, work.now, work.transaction)) {
		const { day, title, date } = planned;
		if (date === undefined) {
			errors.push({ day, error: planned.error });
			continue;
		}
		try {
			// A savepoint: what a refused day has begun is rolled back, and the week goes on.
			const id = await database().transaction({ transaction: work.transaction }, (transaction) =>
				createDay(week, planned, { ...work, transaction }),
			);
			events.push({ id, title, date });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			errors.push({ day, error: error.message });
		}
	}
	const discordEventsCreated = week.createDiscordEvents ? events.length : 0;
	return { eventsCreated: events.length, discordEventsCreated, errors, events };
}

async function createDay(
	{ description, location, createDiscordEvents: createDiscordEvent }: TemplateForm,
	{ day, title, date, storytellerIds }: PlannedDay & { date: string },
	{ actor, now, transaction }: Work,
): Promise<string> {
	const { eventId } = await insertEvent(
		{
			...{ title, description, location, storytellerIds, createDiscordEvent, creatorId: actor.id },
			...{ date: new Date(date), duration: DURATION_MINUTES.default, timezone: DEFAULT_TIMEZONE },
		},
		null,
		now,
		transaction,
	);
	const subject = { type: 'event' as const, id: eventId };
	await recordAudit(
		{ actor, action: 'events.createTemplateWeek', subject, detail: { day }, now },
		transaction,
	);
	return eventId;
}
