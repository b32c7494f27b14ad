import { z } from 'zod';
import { auditEntrySchema, ownChangeSchema } from '~/domain/audit.ts';
import { describeWholeChange } from '~/domain/audit-sentences.ts';
import { templateResultSchema } from '~/domain/events/template-week.ts';
import { statisticsSchema } from '~/domain/statistics.ts';
import { restoredSchema } from '~/domain/undo.ts';
import { defineCall } from '~/server/http/calls.ts';
import { listAudit, listOwnChanges, readStatistics, undoChange } from '~/server/operations/admin/index.ts';
import { createTemplateWeek } from '~/server/operations/events/index.ts';

const templateEvents = defineCall('POST /api/admin/template-events', {
	summary:
		'Create a week of events; an error on one day is reported for that day and does not stop the others',
	operation: createTemplateWeek,
	responses: { 201: templateResultSchema },
	refusalStatuses: [409],
	example: { startDate: '2031-10-20', createDiscordEvents: false, events: [{ day: 3, enabled: true }] },
});

const audit = defineCall('GET /api/admin/audit', {
	summary: 'List the audit trail, newest first',
	operation: listAudit,
	inputSource: 'query',
	responses: { 200: z.array(auditEntrySchema) },
	isPaged: true,
	toResponse: ({ entries, next }) => ({ body: entries, next }),
});

const ownChanges = defineCall('GET /api/audit/own', {
	summary: 'List what you changed in the last 30 days, newest first',
	description:
		'What one request changed is one item; its id is that of its first audit entry. `undoable_until` is null when you cannot undo it (any more).',
	operation: listOwnChanges,
	inputSource: 'query',
	responses: { 200: z.array(ownChangeSchema) },
	isPaged: true,
	toResponse: ({ changes, next }) => ({
		body: changes.map((change) => ({ ...change, sentence: describeWholeChange(change) })),
		next,
	}),
});

const statistics = defineCall('GET /api/admin/statistics', {
	summary: 'Get statistics: signups per week, attendance by weekday, statuses over time',
	operation: readStatistics,
	responses: { 200: statisticsSchema },
});

const undo = defineCall('POST /api/audit/{entryId}/undo', {
	summary: 'Undo the action of an audit entry: each row is again as it was before',
	description:
		'For 30 days, by users who may do the action: deleted and cancelled events, ended series, deleted and bulk-changed signups, saved groups, removed comments, settings, template weeks, moved events, changed numbers of places, roles (an admin always stays). Players whose places have gone on wait for the next ones. Refused with 409, and the names of what stands against it, when a row has changed since.',
	operation: undoChange,
	responses: { 200: z.object({ restored: restoredSchema }) },
	refusalStatuses: [409],
	toResponse: ({ restored }) => ({ body: { restored } }),
});

export const adminToolCalls = [templateEvents, audit, ownChanges, statistics, undo];
