import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Texts that were replaced because they sounded translated. Use the vocabulary of the other texts instead. */
const OLD_TEXTS = [
	'Pick an evening, say where',
	'Nobody has signed up yet',
	'Nobody of that name',
	'Nobody is called',
	'Nobody has said anything',
	'Nothing is said yet',
	'You have not answered yet',
	'Your answer is saved',
	'Saved meanwhile',
	'Whoever runs the games',
	'It follows every later change',
	'Without one we use our drawing',
	'The event is on again with all its signups',
	'Changes in the form that are not saved',
	'This night is over',
	'Your browser has not said where you are',
	'later than the date you chose',
	'It is over by now',
	'Both say the same in every field',
	'Nights that somebody planned on Discord',
	'with all that it needs, and what to do',
	'Everything behind the bell',
	'A week of game nights in one go',
	'everything as files for a spreadsheet',
	'on every lit day',
	'Overwrites what each lit day says',
	'Stands above the events',
	'This cannot be looked for',
	'mend the filter',
	'What it was done to',
	'The program itself',
	'No change fits what you asked for',
	'Something of what is selected is not known',
	'is the place for that',
	'and preferences go along',
	'Played with us before you signed in here',
	'Townbell may write to you',
	'The bell tower on top of Events',
	'For programs of your own',
	'and it will stand here',
	'Nobody is found by',
	'Everything that is kept about you',
	'Nobody lives here',
	'That request made no sense',
	'The bell rope slipped',
	'and only so.',
	'They stand in the',
	'Script cannot read it',
	'As the session',
	'say whether you are coming',
	'Everything that the pages can do',
	'A refusal says why',
	'it does nothing anew',
	'This page is made of it',
	'The current state does not allow it',
	'a part of it, or its number; left out',
	'Say whether you come',
	'Take your answer back',
	'is taken back',
	'We try again by ourselves',
	'Please end some there',
	'Discord takes no event that has already begun',
	'The bot hears of changed members',
	'Another browser',
	'API’s page',
	'anything this page does not answer',
	'It goes when you sign in',
	'since when stands with it',
	'noted for it.',
	'Starting over. Removing the data',
	'Discord is told once more',
];

test('no replaced text is back in the source', () => {
	const files = ['app', 'domain', 'server', 'seeds'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
	);
	const found = files
		.filter((file) => /(?<!\.test)\.tsx?$/.test(file))
		.flatMap((file) => {
			// JSX breaks long texts into lines.
			const source = readFileSync(file, 'utf8').replace(/\s+/g, ' ');
			return OLD_TEXTS.filter((text) => source.includes(text)).map((text) => `${file}: ${text}`);
		});
	expect(files.length).toBeGreaterThan(500);
	expect(found).toEqual([]);
});
