import { expect, test } from 'vitest';
import { AUDIT_TEXTS, auditQuery, describeAction, describeOtherChange } from './audit.ts';

test('empty fields of the form are left out', () => {
	const fields = { actor: '', action: '', subjectType: '', subjectId: '', from: '', to: '', cursor: '' };
	expect(Object.values(auditQuery.parse(fields)).filter((value) => value !== undefined)).toEqual([]);
	expect(
		auditQuery.parse({ actor: ' 7 ', action: '\0', subjectId: '1\0', from: '2026-10-01', to: '2026-10-01' }),
	).toMatchObject({
		actor: '7',
		action: '',
		subjectId: '1',
		from: '2026-10-01',
		to: '2026-10-01',
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

const NOW = new Date('2026-11-20T20:00:00Z');
test.each([
	[null, 'Someone else changed this event while you were editing.'],
	[
		{ name: 'Ada', at: new Date('2026-11-20T19:58:00Z') },
		'Ada changed this event 2 minutes ago, while you were editing.',
	],
	[{ name: null, at: NOW }, 'You changed this event just now in another window.'],
	[{ name: 'יעל', at: NOW }, '\u2068יעל\u2069 changed this event just now, while you were editing.'],
])('the last change by %j is described', (by, text) =>
	expect(describeOtherChange('changed this event', by, NOW)).toBe(text),
);
