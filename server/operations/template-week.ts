import { z } from 'zod';
import { Event, TemplateRun } from '~/database/models/index.ts';
import {
	defaultTemplateForm,
	type TemplateForm,
	type TemplateResult,
	templateWeekInput,
} from '~/domain/events/template-week.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import { missing } from '~/domain/refusal.ts';
import { config } from '../config.ts';
import { type TemplateRunView, toTemplateResult, toTemplateRunView } from '../wire/template-week.ts';
import { isId, operation } from './operation.ts';
import { selectStorytellerList } from './storytellers.ts';
import { carryOutWeek, carryOutWeekInBackground, claimWeek, isStalled } from './template-work.ts';

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

/** Whether a form could be carried out, without doing it: for the question before. Refuses (422) as the call itself. */
export const checkTemplateWeek = operation({
	allow: 'events.createTemplateWeek',
	input: templateWeekInput,
	handle: async ({ input }) => input,
});

/**
 * POST /api/admin/template-events: an event for every enabled day, each in a transaction of its own; what is wrong with
 * one day is said of it and stops no other. With a key, a repeat makes nothing again, goes on where the first time was
 * cut short, and answers the same. Refuses: 422; 409 the key was used for another week.
 */
export const createTemplateWeek = operation({
	allow: 'events.createTemplateWeek',
	input: templateWeekInput,
	async handle({ actor, input, now }): Promise<TemplateResult> {
		const { runId } = await claimWeek({ actor, input, now });
		return toTemplateResult(await carryOutWeek(runId, { actor, now }));
	},
});

/** The same for a page that shows the progress: answers with the run at once; how it goes is told by `readTemplateRun`. */
export const startTemplateWeek = operation({
	allow: 'events.createTemplateWeek',
	input: templateWeekInput,
	async handle({ actor, input, now }): Promise<{ runId: string }> {
		const { runId } = await claimWeek({ actor, input, now });
		carryOutWeekInBackground(runId, { actor, now });
		return { runId };
	},
});

/** How far a week is; one whose process died is gone on with. One's own only. Refuses: 404. */
export const readTemplateRun = operation({
	allow: 'events.createTemplateWeek',
	params: ['runId'],
	input: z.object({}),
	async handle({ actor, params, now }): Promise<TemplateRunView> {
		const run = isId(params.runId)
			? await TemplateRun.findOne({ where: { id: params.runId, actorId: actor.id } })
			: null;
		if (!run) throw missing('Template week');
		if (isStalled(run, now)) carryOutWeekInBackground(run.id, { actor, now });
		return toTemplateRunView(run);
	},
});
