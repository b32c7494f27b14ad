import { expect, test } from 'vitest';
import { formatBackupName, isBackupDue, listExpiredBackups } from './nightly.ts';

const timeOf = (time: string) => new Date(`2026-03-${time}Z`);

test.each([
	['none was made', [], timeOf('10T12:00:00'), true],
	['last night’s was made', [formatBackupName(timeOf('10T03:00:01'))], timeOf('10T12:00:00'), false],
	[
		'yesterday’s was made, and it is not yet 03:00',
		[formatBackupName(timeOf('09T03:00:01'))],
		timeOf('10T02:59:59'),
		false,
	],
	[
		'yesterday’s was made, and it is 03:00',
		[formatBackupName(timeOf('09T03:00:01'))],
		timeOf('10T03:00:00'),
		true,
	],
	['one was made at 03:00 sharp', [formatBackupName(timeOf('10T03:00:00'))], timeOf('10T03:00:00'), false],
	[
		'other files are there',
		['zz.backup', `${formatBackupName(timeOf('10T03:00:01'))}.partial`],
		timeOf('10T12:00:00'),
		true,
	],
])('decides whether a backup is due: %s', (_, names, now, due) => {
	expect(isBackupDue(names, now)).toBe(due);
});

test('keeps the latest backups and other files, and deletes partial files', () => {
	const [first, second, third] = ['08', '09', '10'].map((day) => formatBackupName(timeOf(`${day}T03:00:00`)));
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
