import { expect, test } from 'vitest';
import { defaultTemplateForm, TEMPLATE_TEXTS } from '~/domain/events/template-week.ts';
import { fieldOf, pressStoryteller, readTemplateFields, toTemplateBody } from './template-fields.ts';

const people = [{ id: '1' }, { id: '2' }];

function formWith(fields: readonly (readonly [string, string])[]): FormData {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	return form;
}

/** Wednesday and Friday are selected; Friday has a storyteller. */
const LIT = [
	[fieldOf.enabled(3), 'on'],
	[fieldOf.enabled(5), 'on'],
	[fieldOf.tellers(5), '2'],
	[fieldOf.tellers(6), '2'],
] as const;
const listsOf = (form: ReturnType<typeof readTemplateFields>) =>
	Object.fromEntries(form.events.map(({ day, storytellerIds }) => [day, storytellerIds.join()]));

test('an empty form has nothing in it; fields that are missing are empty', () => {
	const form = readTemplateFields(new FormData());
	expect(form).toMatchObject({ startDate: '', location: '', createDiscordEvents: false });
	expect(form.events.map(({ day }) => day)).toEqual(
		defaultTemplateForm({ latest: null, now: new Date(0), gameName: 'x' }).events.map(({ day }) => day),
	);
	expect(form.events.every(({ enabled }) => !enabled)).toBe(true);
});

test('a choice for every lit day overwrites theirs and leaves the dark ones', () => {
	const pressed = pressStoryteller(
		formWith([...LIT, [fieldOf.choice('all'), '1'], ['press', 'add:all']]),
		people,
	);
	expect(pressed).toMatchObject({ pressed: 'all', full: null });
	expect(pressed && listsOf(pressed.form)).toMatchObject({ 3: '1', 5: '1', 6: '2' });
	expect(pressed?.form.storytellerIds).toEqual(['1']);
	expect(pressed && toTemplateBody(pressed.form).storytellerIds).toEqual([]);
});

test('a day’s own list is added to and taken from', () => {
	const added = pressStoryteller(formWith([...LIT, [fieldOf.choice(5), '1'], ['press', 'add:5']]), people);
	expect(added && listsOf(added.form)).toMatchObject({ 3: '', 5: '2,1', 6: '2' });
	const removed = pressStoryteller(formWith([...LIT, ['press', 'remove:5:2']]), people);
	expect(removed && listsOf(removed.form)).toMatchObject({ 3: '', 5: '', 6: '2' });
});

test('where all are there already nobody is added, and it is said there', () => {
	const all = [...LIT, [fieldOf.tellers(5), '1'], ['press', 'add:5']] as const;
	expect(pressStoryteller(formWith(all), people)).toMatchObject({
		...{ pressed: 5, full: { place: 5, text: TEMPLATE_TEXTS.allAssigned } },
	});
});

test.each(['ask', 'create', 'edit', '', 'add:9', 'remove:9:1'])('“%s” adds nobody anywhere', (press) => {
	const pressed = pressStoryteller(formWith([...LIT, ['press', press]]), people);
	expect(pressed === null || JSON.stringify(listsOf(pressed.form))).toEqual(
		pressed === null || JSON.stringify(listsOf(readTemplateFields(formWith(LIT)))),
	);
});
