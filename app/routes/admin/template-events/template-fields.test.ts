import { expect, test } from 'vitest';
import { createTemplateForm, TEMPLATE_TEXTS } from '~/domain/events/template-week.ts';
import {
	applyStorytellerButton,
	getChoiceName,
	readTemplateFields,
	toTemplateBody,
} from './template-fields.ts';

const storytellers = [{ id: '1' }, { id: '2' }];

function createForm(fields: readonly (readonly [string, string])[]): FormData {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	return form;
}

/** Wednesday and Friday are selected; Friday has a storyteller. The first day is Monday. */
const SELECTED_DAYS = [
	['events[2].enabled', 'on'],
	['events[4].enabled', 'on'],
	['events[4].storytellerIds', '2'],
	['events[5].storytellerIds', '2'],
] as const;
const getStorytellerLists = (form: ReturnType<typeof readTemplateFields>) =>
	Object.fromEntries(form.events.map(({ day, storytellerIds }) => [day, storytellerIds.join()]));

test('reads missing fields as empty', () => {
	const form = readTemplateFields(new FormData());
	expect(form).toMatchObject({ startDate: '', location: '', createDiscordEvents: false });
	expect(form.events.map(({ day }) => day)).toEqual(
		createTemplateForm({ latest: null, now: new Date(0), gameName: 'x' }).events.map(({ day }) => day),
	);
	expect(form.events.every(({ enabled }) => !enabled)).toBe(true);
});

test('a storyteller for all days replaces the lists of the selected days only', () => {
	const change = applyStorytellerButton(
		createForm([...SELECTED_DAYS, [getChoiceName('all'), '1'], ['press', 'add:all']]),
		storytellers,
	);
	expect(change).toMatchObject({ changedPlace: 'all', addError: null });
	expect(change && getStorytellerLists(change.form)).toMatchObject({ 3: '1', 5: '1', 6: '2' });
	expect(change?.form.storytellerIds).toEqual(['1']);
	expect(change && toTemplateBody(change.form).storytellerIds).toEqual([]);
});

test('adds a storyteller to one day and removes one from it', () => {
	const added = applyStorytellerButton(
		createForm([...SELECTED_DAYS, [getChoiceName(5), '1'], ['press', 'add:5']]),
		storytellers,
	);
	expect(added && getStorytellerLists(added.form)).toMatchObject({ 3: '', 5: '2,1', 6: '2' });
	const removed = applyStorytellerButton(
		createForm([...SELECTED_DAYS, ['press', 'remove:5:2']]),
		storytellers,
	);
	expect(removed && getStorytellerLists(removed.form)).toMatchObject({ 3: '', 5: '', 6: '2' });
});

test('adds no storyteller and returns an error when all are assigned', () => {
	const all = [...SELECTED_DAYS, ['events[4].storytellerIds', '1'], ['press', 'add:5']] as const;
	expect(applyStorytellerButton(createForm(all), storytellers)).toMatchObject({
		changedPlace: 5,
		addError: { place: 5, text: TEMPLATE_TEXTS.allAssigned },
	});
});

test.each(['ask', 'create', 'edit', '', 'add:9', 'remove:9:1'])('“%s” adds no storyteller', (button) => {
	const change = applyStorytellerButton(createForm([...SELECTED_DAYS, ['press', button]]), storytellers);
	expect(change === null || JSON.stringify(getStorytellerLists(change.form))).toEqual(
		change === null || JSON.stringify(getStorytellerLists(readTemplateFields(createForm(SELECTED_DAYS)))),
	);
});
