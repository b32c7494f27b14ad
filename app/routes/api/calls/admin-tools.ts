import { z } from 'zod';
import { auditEntrySchema } from '~/domain/audit.ts';
import { templateResultSchema } from '~/domain/events/template-week.ts';
import { statisticsSchema } from '~/domain/statistics.ts';
import { defineCall } from '~/server/http/calls.ts';
import { listAudit, readStatistics } from '~/server/operations/admin/index.ts';
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

const statistics = defineCall('GET /api/admin/statistics', {
	summary: 'Get statistics: signups per week, attendance by weekday, statuses over time',
	operation: readStatistics,
	responses: { 200: statisticsSchema },
});

export const adminToolCalls = [templateEvents, audit, statistics];
