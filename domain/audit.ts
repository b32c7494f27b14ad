import { z } from 'zod';
import { ROW_ID } from './ids.ts';
import { isolate } from './isolate.ts';
import { EASTERN } from './limits.ts';
import { cleanLine } from './text.ts';
import { getWeekday } from './time/day.ts';
import { formatRelative } from './time/relative.ts';

/** The audit trail that admins read: who did what to which subject, and when. */

/** The kinds of subject that a change can have. */
export const SUBJECT_LABELS = {
	event: 'Event',
	user: 'User',
	poll: 'Poll',
	signup: 'Signup',
	comment: 'Comment',
	setting: 'Setting',
	image: 'Image',
	script: 'Script',
	'test-data': 'Test data',
	change: 'Change',
} as const;
export type AuditSubjectType = keyof typeof SUBJECT_LABELS;
export const AUDIT_SUBJECTS = Object.keys(SUBJECT_LABELS) as AuditSubjectType[];

/** The longest text of a filter. */
export const FILTER_MAX = 100;

export const AUDIT_TEXTS = {
	date: 'Please enter a date',
	order: 'The last day cannot be before the first',
	subject: 'Please choose one from the list',
	cursor: 'This page of the list does not exist',
} as const;

/** Returns a schema that treats an empty form field as left out. */
const optional = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
	z.preprocess((text) => (text === '' || text === undefined ? undefined : text), schema.optional());
/** Returns whether `date` is a valid value of the browser's date field. The database has no year 0. */
const isDay = (date: string) => getWeekday(date) !== null && !date.startsWith('0000');
const day = optional(z.string(AUDIT_TEXTS.date).refine(isDay, AUDIT_TEXTS.date));
const filterText = optional(z.string().transform(cleanLine).pipe(z.string().max(FILTER_MAX)));

/** The filters of the audit trail, for the page's form and the API's query. Days are in New York time. */
export const auditQuery = z
	.object({
		/** A user id, or 'program' for what no user did. */
		actor: filterText,
		action: filterText,
		subjectType: optional(z.enum(AUDIT_SUBJECTS, AUDIT_TEXTS.subject)),
		subjectId: filterText,
		from: day,
		to: day,
		/** The id of the last entry on the previous page. */
		cursor: optional(z.string().regex(ROW_ID, AUDIT_TEXTS.cursor)),
	})
	.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
		path: ['to'],
		error: AUDIT_TEXTS.order,
	});
export type AuditQuery = z.output<typeof auditQuery>;

export const ownChangesQuery = z.object({ cursor: auditQuery.shape.cursor });

/** One entry of the audit trail. Names are the current ones, null when the user or subject is deleted. */
export const auditEntrySchema = z
	.object({
		id: z.string(),
		created_at: z.iso.datetime(),
		actor_id: z.string().nullable(),
		actor_name: z.string().nullable(),
		action: z.string(),
		subject_type: z.string(),
		subject_id: z.string().nullable(),
		subject_name: z.string().nullable(),
		detail: z.record(z.string(), z.unknown()),
	})
	.meta({ id: 'AuditEntry' });
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

/** An event as a sentence names it; after its deletion with its last title and date. */
export type AuditEvent = {
	id: string;
	title: string;
	/** ISO 8601. */
	date: string;
	isDeleted: boolean;
};

/** What one entry is about. `subject_name` is null when the subject does not exist any more, or never has a name. */
export type AuditItem = Pick<AuditEntryView, 'subject_type' | 'subject_id' | 'subject_name' | 'detail'> & {
	/** Whose signup or comment it is; null for an erased user. */
	user_name: string | null;
	/** The event itself, or the event of the signup or comment. */
	event: AuditEvent | null;
	/** The first item of the change that an undo has undone, and how many items it has. */
	undone: { item: AuditItem; count: number } | null;
};

/** All entries that one operation of an actor wrote. `items` are the first ones, `count` is their number. */
export type AuditChange = Pick<AuditEntryView, 'id' | 'created_at' | 'actor_id' | 'actor_name' | 'action'> & {
	count: number;
	/** Until when the viewer can undo it (ISO 8601), or null. */
	undoable_until: string | null;
	/** The name of the user who has undone it, or null. */
	undone_by: string | null;
	items: AuditItem[];
};

export const ownChangeSchema = z
	.object({
		id: z.string(),
		action: z.string(),
		sentence: z.string(),
		created_at: z.iso.datetime(),
		undoable_until: z.iso.datetime().nullable(),
	})
	.meta({ id: 'OwnChange' });

/** Returns an action in words: 'events.createTemplateWeek' becomes 'Events: create template week'. */
export function describeAction(action: string): string {
	const [noun = '', verb = ''] = action.split('.', 2);
	const split = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
	const nounText = split(noun);
	return `${nounText.charAt(0).toUpperCase()}${nounText.slice(1)}${verb ? `: ${split(verb)}` : ''}`;
}

/** Returns why a form is outdated: who saved last (name null: the viewer; null: not known), and when. */
export function describeOtherChange(
	verb: string,
	by: { name: string | null; at: Date } | null,
	now: Date,
): string {
	if (!by) return `Someone else ${verb} while you were editing.`;
	const when = formatRelative(by.at, now, EASTERN);
	if (by.name === null) return `You ${verb} ${when} in another window.`;
	return `${isolate(by.name)} ${verb} ${when}, while you were editing.`;
}
