import { expect, test } from 'vitest';
import { createEventForm } from '~/domain/events/form.ts';
import { EMPTY_FORM_STATE } from './form-state.ts';
import { readEventInput, toRefusedState } from './receive-event-form.ts';

test('a refused picture is not sent again, another refusal keeps it', () => {
	const state = { ...EMPTY_FORM_STATE, image: { hash: 'a'.repeat(64), isRemoved: false } };
	const refuse = (fieldErrors: Record<string, string[]>) =>
		toRefusedState(state, { error: '', fieldErrors, status: 422, kind: 'invalid', extra: {} } as never).image;
	expect(refuse({ image: ['Unreadable'] })).toEqual({ hash: null, isRemoved: false });
	expect(refuse({ title: ['Missing'] })).toEqual(state.image);
});

const FIELDS = { title: 'Friday', date: '2026-10-16', time: '20:30', timezone: 'UTC', duration: '3' };
const insert = { type: 'insert', payload: { name: 'storytellerIds', index: 100_000, defaultValue: '1' } };

test.each([
	['an index', 'storytellerIds[100000]', '1'],
	['a list', 'storytellerIds[]', '1'],
	['a nested name', 'title.length', '1'],
	['an insert instruction', '__intent__', JSON.stringify(insert)],
	['a state that is not JSON', '__state__', '{'],
])('a field name with %s is ignored', (_, name, value) => {
	const form = new FormData();
	for (const [field, text] of Object.entries({ ...FIELDS, [name]: value })) form.append(field, text);
	const received = { form, state: EMPTY_FORM_STATE, pictureErrors: {} };
	const input = readEventInput(received, createEventForm(new Date('2026-10-14T15:00:00Z')));
	expect(input).toMatchObject({ title: 'Friday', storytellerIds: [] });
});
