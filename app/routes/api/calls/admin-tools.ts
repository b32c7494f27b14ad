import { z } from 'zod';
import { auditEntrySchema } from '~/domain/audit.ts';
import { templateResultSchema } from '~/domain/events/template-week.ts';
import { statisticsSchema } from '~/domain/statistics.ts';
import { defineCall } from '~/server/http/calls.ts';
import { listAudit, readStatistics } from '~/server/operations/admin/index.ts';
import { createTemplateWeek } from '~/server/operations/events/index.ts';

const templateEvents = defineCall('POST /api/admin/template-events', {
	summary: 'Make a week of events; what is wrong with one day is said of it and stops no other',
	operation: createTemplateWeek,
	answers: { 201: templateResultSchema },
	refuses: [409],
	example: { startDate: '2031-10-20', createDiscordEvents: false, events: [{ day: 3, enabled: true }] },
});

const audit = defineCall('GET /api/admin/audit', {
	summary: 'Who changed what, newest first',
	operation: listAudit,
	reads: 'query',
	answers: { 200: z.array(auditEntrySchema) },
	isPaged: true,
	shape: ({ entries, next }) => ({ body: entries, next }),
});

const statistics = defineCall('GET /api/admin/statistics', {
	summary: 'Signups per week, attendance by weekday, statuses over time',
	operation: readStatistics,
	answers: { 200: statisticsSchema },
});

export const adminToolCalls = [templateEvents, audit, statistics];
