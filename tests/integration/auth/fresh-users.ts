import { beforeEach } from 'vitest';
import { database } from '~/database/connection.ts';

/** Deletes all users before each test of the file. */
export function useFreshUsers(): void {
	beforeEach(async () => {
		await database().query('TRUNCATE users, erased_ids CASCADE');
	});
}
