import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// Statements that lock several rows lock them in one order, events before signups and each by id, or two of them can wait
// for each other (docs/reliability.md). PostgreSQL locks rows in the order in which a statement finds them.

const ROOT = path.resolve(import.meta.dirname, '../..');
const SQL = /`(?:[^`\\]|\\.)*`|'[^'\n]*'|"[^"\n]*"/g;
const LOCK = /\bFOR (?:NO KEY UPDATE|UPDATE|SHARE)\b(?! SKIP LOCKED| OF \w+ SKIP LOCKED)/;
/** Rows that only an erasure or a deletion also locks, which has locked their events before. */
const ONE_ROW =
	/\b(?:id|hash) = :\w+|event_id = :eventId AND (?:s\.)?user_id = :(?:userId|actorId)|discord_event_id = :\w+|LIMIT 1/;

const statements = globSync('server/**/*.ts', { cwd: ROOT })
	.filter((file) => !file.endsWith('.test.ts'))
	.flatMap((file) => {
		const source = readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
		return [...source.matchAll(SQL)].map(([text]) => ({ file, text }));
	});
/** Returns the files of the statements without an order. */
const listFiles = (found: typeof statements) =>
	found
		.filter(
			({ text }) => !/ORDER BY/.test(text.slice(0, text.search(LOCK) < 0 ? undefined : text.search(LOCK))),
		)
		.filter(({ text }) => !ONE_ROW.test(text))
		.map(({ file }) => file);

test('every statement that locks several rows orders them', () => {
	const locking = statements.filter(({ text }) => LOCK.test(text) && /\bSELECT\b/.test(text));
	expect(locking.length).toBeGreaterThan(20);
	expect(listFiles(locking)).toEqual([]);
});

/** Their transaction has locked the rows before, by a statement with an order. */
const LOCKED_BEFORE = [
	'server/operations/admin/insert-test-data.ts',
	'server/operations/admin/restore-rows.ts',
	'server/operations/admin/undo-change.ts',
	'server/operations/discord-import/save-imported-event.ts',
	'server/operations/events/delete-events.ts',
	'server/operations/events/start-series.ts',
	'server/operations/places/fit-places.ts',
	'server/operations/signups/amend-signups.ts',
	'server/operations/signups/amend-signups.ts',
	'server/operations/users/erase-user.ts',
];

test('every change of many events, signups, users or kept rows locks them in order', () => {
	const many = statements.filter(
		({ text }) =>
			/\b(?:UPDATE|DELETE FROM) (?:events|signups|users|undo_rows|undos)\b/.test(text) &&
			/\bIN \(|= ANY\(/.test(text),
	);
	expect(listFiles(many).toSorted()).toEqual(LOCKED_BEFORE);
});
