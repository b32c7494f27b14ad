import { expect, test } from 'vitest';
import { AUDIT_TEXTS, auditQuery, describeAction } from './audit.ts';

test('empty fields of the form are left out', () => {
	const fields = { actor: '', action: '', subjectType: '', subjectId: '', from: '', to: '', cursor: '' };
	expect(Object.values(auditQuery.parse(fields)).filter((value) => value !== undefined)).toEqual([]);
	expect(
		auditQuery.parse({ actor: ' 7 ', action: '\0', subjectId: '1\0', from: '2026-10-01', to: '2026-10-01' }),
	).toMatchObject({
		...{ actor: '7', action: '', subjectId: '1', from: '2026-10-01', to: '2026-10-01' },
	});
});

test.each([
	[{ from: '2026-02-30' }, AUDIT_TEXTS.date],
	[{ to: 'yesterday' }, AUDIT_TEXTS.date],
	[{ from: '0000-01-01' }, AUDIT_TEXTS.date],
	[{ from: '2026-10-02', to: '2026-10-01' }, AUDIT_TEXTS.order],
	[{ subjectType: 'planet' }, AUDIT_TEXTS.subject],
	[{ cursor: '0' }, AUDIT_TEXTS.cursor],
	[{ cursor: "1' OR 1=1" }, AUDIT_TEXTS.cursor],
])('%j is refused', (query, text) => {
	expect(auditQuery.safeParse(query).error?.issues[0]?.message).toBe(text);
});

test.each([
	['events.createTemplateWeek', 'Events: create template week'],
	['discord.import', 'Discord: import'],
	['testEnvironment.clearData', 'Test environment: clear data'],
	['x', 'X'],
])('%s reads “%s”', (action, words) => expect(describeAction(action)).toBe(words));
