import type { Transaction } from 'sequelize';
import type { z } from 'zod';
import { database, inTransaction, isDatabaseDown } from '~/database/connection.ts';
import { TemplateRun } from '~/database/models/index.ts';
import type { TemplateDayResult } from '~/database/models/template-run.ts';
import { type PlannedDay, planWeek, type templateWeekInput } from '~/domain/events/template-week.ts';
import { DEFAULT_TIMEZONE, DURATION_MINUTES } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { missing, Refusal } from '~/domain/refusal.ts';
import { config } from '../config.ts';
import { log } from '../log.ts';
import { recordAudit } from './audit.ts';
import { insertEvent } from './event-editing.ts';
import { doOnce } from './idempotency.ts';

/** What is still to be made, as it stands on the run until all of it was tried. */
type Plan = {
	days: PlannedDay[];
	description: string;
	location: string;
	createDiscordEvents: boolean;
};

/** A run that has not moved for so long was cut short: its process is gone. */
const STALLED_MS = 15_000;

type Claim = { actor: Actor; input: z.output<typeof templateWeekInput>; now: Date };

/**
 * Writes the week down before any of it is made, and answers its run's id; the same key again answers the same run.
 * Refuses (409) a key that was used for another week.
 */
export function claimWeek({ actor, input, now }: Claim): Promise<{ runId: string }> {
	const { idempotencyKey: key, ...request } = input;
	const { description, location, createDiscordEvents } = input;
	const days = planWeek(input, { now, gameName: config().GAME_NAME });
	const plan: Plan = { days, description, location, createDiscordEvents };
	return inTransaction(async (transaction) => {
		const { remembered } = await doOnce(
			{ transaction, actor, operation: 'events.createTemplateWeek', key, request, now },
			async () => {
				const run = await TemplateRun.create(
					{ actorId: actor.id, plan, total: days.length, createdAt: now, updatedAt: now },
					{ transaction },
				);
				return { runId: String(run.id) };
			},
		);
		return remembered;
	});
}

/** Whether nobody is at work on a run that is not done. */
export const isStalled = (run: TemplateRun, now: Date): boolean =>
	run.plan !== null && now.getTime() - run.updatedAt.getTime() > STALLED_MS;

type Work = { actor: Actor; now: Date };

/**
 * Makes what a run still lacks, day by day, and answers it. An event, its mirror's intent, its line in the audit trail
 * and its place on the run come to be together, under the run's lock: whoever else carries out the same run meets no
 * day twice. Refuses (404) a run that is gone.
 */
export async function carryOutWeek(runId: string, work: Work): Promise<TemplateRun> {
	for (;;) {
		const run = await inTransaction((transaction) => makeNextDay(runId, work, transaction));
		if (run.plan === null) return run;
	}
}

/** The same for nobody who waits: a fault is told to the log, and the run is gone on with when it is looked at. */
export function carryOutWeekInBackground(runId: string, work: Work): void {
	carryOutWeek(runId, work).catch((error: unknown) => {
		log()[isDatabaseDown(error) ? 'warn' : 'error']({ err: error }, 'a template week was cut short');
	});
}

async function makeNextDay(runId: string, work: Work, transaction: Transaction): Promise<TemplateRun> {
	const run = await TemplateRun.findByPk(runId, { transaction, lock: transaction.LOCK.UPDATE });
	if (!run) throw missing('Template week');
	const plan = run.plan as Plan | null;
	const next = plan?.days[run.days.length];
	if (plan && next)
		run.days = [...run.days, await tryDay(next, { ...work, plan, runId: run.id, transaction })];
	if (run.days.length >= run.total) run.plan = null;
	return run.save({ transaction });
}

type Making = Work & { plan: Plan; runId: string; transaction: Transaction };

/** A refusal is the day's own; what it had begun is taken back by a savepoint, and the week goes on. */
async function tryDay(next: PlannedDay, making: Making): Promise<TemplateDayResult> {
	const { day, title, date, storytellerIds } = next;
	if (date === undefined) return { day, error: next.error };
	try {
		const eventId = await database().transaction({ transaction: making.transaction }, (savepoint) =>
			insertDay({ day, title, date, storytellerIds }, { ...making, transaction: savepoint }),
		);
		return { day, eventId, title, date, isMirrored: making.plan.createDiscordEvents };
	} catch (error) {
		if (error instanceof Refusal) return { day, error: error.message };
		throw error;
	}
}

async function insertDay(
	{ day, title, date, storytellerIds }: PlannedDay & { date: string },
	{ plan, runId, actor, now, transaction }: Making,
): Promise<string> {
	const { description, location, createDiscordEvents: createDiscordEvent } = plan;
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
	const detail = { run: runId, day };
	await recordAudit({ actor, action: 'events.createTemplateWeek', subject, detail, now }, transaction);
	return eventId;
}
