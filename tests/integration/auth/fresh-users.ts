import { beforeEach } from 'vitest';
import { clearTables } from '~/tests/support/database.ts';

/** Deletes all users before each test of the file. */
export function useFreshUsers(): void {
	beforeEach(() => clearTables('users', 'erased_ids'));
}
