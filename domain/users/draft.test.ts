import { describe, expect, test } from 'vitest';
import { applyDraftStep, formatDraftStep, parseDraftStep } from './draft.ts';

const draft = { preferredPlayers: ['1', '2'], preferredStorytellers: ['3'], notes: 'kept' };

describe('a step', () => {
	test.each([
		['add:players:12', { action: 'add', list: 'players', id: '12' }],
		['remove:storytellers:3', { action: 'remove', list: 'storytellers', id: '3' }],
	] as const)('%s', (text, step) => {
		expect(parseDraftStep(text)).toEqual(step);
		expect(formatDraftStep(step)).toBe(text);
	});

	test.each([
		'',
		'search',
		'preferences.save',
		'add:players',
		'add:players:',
		'add:notes:1',
		'add:players:1:2',
	])('%j is not a step', (text) => expect(parseDraftStep(text)).toBeNull());
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
		const step = parseDraftStep(text);
		expect(step && applyDraftStep(draft, step)).toEqual({ ...draft, ...change });
	});
});
