import { beforeEach } from 'vitest';
import { database } from '~/database/connection.ts';

/** Each test of the file begins with nobody in the database. */
export function useFreshPeople(): void {
	beforeEach(async () => {
		await database().query('TRUNCATE users, erased_ids CASCADE');
	});
}
