import { expect, test } from 'vitest';
import { escapeWithin } from './discord/announcement.ts';
import { describeOwnGroup } from './groups/own-group.ts';
import { describeDropped } from './groups/texts.ts';
import { isolate } from './isolate.ts';
import { cleanLine } from './text.ts';

const NAMES = ['أحمد', 'דוד 3', '(שרה)', 'فَرَح', 'ߊߙߊ', 'ܐܒܐ', '𞤀𞤣𞤢𞤥', 'Bob אבג'];

test.each(NAMES)('%s is isolated', (name) => {
	expect(isolate(name)).toBe(`\u2068${name}\u2069`);
	// What comes back, such as a name copied from a message, is clean again.
	expect(cleanLine(isolate(name))).toBe(name);
});

test.each(['Bob', 'Zoë 3', '(Ana)', '山田', 'ნინო', '👑', ''])('%s is not isolated', (name) =>
	expect(isolate(name)).toBe(name),
);

test('each name in a sentence is one unit', () => {
	const group = { name: 'קבוצה 1', storyteller: 'أحمد', players: 4 };
	expect(describeOwnGroup(group)).toBe("You're in \u2068קבוצה 1\u2069 · \u2068أحمد\u2069 · 4 players");
	expect(describeDropped(['أحمد', 'דוד 3', '(שרה)', 'Bob'])).toBe(
		'\u2068أحمد\u2069, \u2068דוד 3\u2069, \u2068(שרה)\u2069, Bob withdrew, so they were removed from the groups.',
	);
});

test('a name on Discord is isolated within its length', () => {
	expect(escapeWithin('דוד 3', 10)).toBe('\u2068דוד 3\u2069');
	const long = escapeWithin('שלום '.repeat(20), 30);
	expect(long.length).toBeLessThanOrEqual(30);
	expect(long).toMatch(/^\u2068שלום.*…\u2069$/);
	// A text of several lines stands alone.
	expect(escapeWithin('שלום\nעולם', 30)).toBe('שלום\nעולם');
});
