import { expect, test } from 'vitest';
import { isBackupDue, listExpiredBackups, nameBackup } from './nightly.ts';

const at = (time: string) => new Date(`2026-03-${time}Z`);

test.each([
	['none was made', [], at('10T12:00:00'), true],
	['last night’s was made', [nameBackup(at('10T03:00:01'))], at('10T12:00:00'), false],
	[
		'yesterday’s was made, and it is not yet 03:00',
		[nameBackup(at('09T03:00:01'))],
		at('10T02:59:59'),
		false,
	],
	['yesterday’s was made, and it is 03:00', [nameBackup(at('09T03:00:01'))], at('10T03:00:00'), true],
	['one was made at 03:00 sharp', [nameBackup(at('10T03:00:00'))], at('10T03:00:00'), false],
	[
		'other files are there',
		['zz.backup', `${nameBackup(at('10T03:00:01'))}.partial`],
		at('10T12:00:00'),
		true,
	],
])('whether a backup is due when %s', (_, names, now, due) => {
	expect(isBackupDue(names, now)).toBe(due);
});

test('the latest backups stay, other files too, and leftovers go', () => {
	const [first, second, third] = ['08', '09', '10'].map((day) => nameBackup(at(`${day}T03:00:00`)));
	const names = [
		String(third),
		'mine.backup',
		String(first),
		`${second}.partial`,
		'notes.partial',
		String(second),
	];
	expect(listExpiredBackups(names, 2)).toEqual([first, `${second}.partial`]);
	expect(listExpiredBackups(names, 9)).toEqual([`${second}.partial`]);
});
