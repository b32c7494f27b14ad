import type { TemplateRun } from '~/database/models/index.ts';
import { TEMPLATE_TEXTS, type TemplateResult } from '~/domain/events/template-week.ts';

/** How far a template week is, as its page shows it. */
export type TemplateRunView = {
	id: string;
	/** What is going on, in words. */
	status: string;
	/** A percentage. */
	progress: number;
	/** What came of it, once all of it was tried. */
	result: TemplateResult | null;
};

/** What came of a run so far. */
export function toTemplateResult({ days }: TemplateRun): TemplateResult {
	const made = days.flatMap((day) => (day.eventId === undefined ? [] : [day]));
	return {
		eventsCreated: made.length,
		discordEventsCreated: made.filter(({ isMirrored }) => isMirrored).length,
		errors: days.flatMap(({ day, error }) => (error === undefined ? [] : [{ day, error }])),
		events: made.map(({ eventId, title, date }) => ({ id: eventId, title, date })),
	};
}

/** A run as its page shows it: the percentage is that of the days which were tried. */
export function toTemplateRunView(run: TemplateRun): TemplateRunView {
	const isDone = run.plan === null;
	const tried = run.days.length;
	return {
		id: String(run.id),
		status: isDone ? TEMPLATE_TEXTS.done : describeStep(tried, run.total),
		progress: Math.round((tried / run.total) * 100),
		result: isDone ? toTemplateResult(run) : null,
	};
}

const describeStep = (tried: number, total: number) =>
	tried === 0 ? TEMPLATE_TEXTS.starting : `Creating template events... ${tried} of ${total}`;
