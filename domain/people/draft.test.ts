import { describe, expect, test } from 'vitest';
import { changeDraft, readDraftStep, writeDraftStep } from './draft.ts';

const draft = { preferredPlayers: ['1', '2'], preferredStorytellers: ['3'], notes: 'kept' };

describe('a step', () => {
	test.each([
		['add:players:12', { act: 'add', list: 'players', id: '12' }],
		['remove:storytellers:3', { act: 'remove', list: 'storytellers', id: '3' }],
	] as const)('%s', (text, step) => {
		expect(readDraftStep(text)).toEqual(step);
		expect(writeDraftStep(step)).toBe(text);
	});

	test.each([
		'',
		'search',
		'preferences.save',
		'add:players',
		'add:players:',
		'add:notes:1',
		'add:players:1:2',
	])('%j is none', (text) => expect(readDraftStep(text)).toBeNull());
});

describe('the draft', () => {
	test.each([
		['add:players:3', { preferredPlayers: ['1', '2', '3'] }],
		['add:players:1', { preferredPlayers: ['1', '2'] }],
		['add:storytellers:1', { preferredStorytellers: ['3', '1'] }],
		['remove:players:1', { preferredPlayers: ['2'] }],
		['remove:players:3', {}],
		['remove:storytellers:3', { preferredStorytellers: [] }],
	])('%s', (text, change) => {
		const step = readDraftStep(text);
		expect(step && changeDraft(draft, step)).toEqual({ ...draft, ...change });
	});
});
