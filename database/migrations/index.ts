import { schema } from '../schema/index.ts';
import { undoRoles } from './0061-undo-roles.ts';
import { renewChanges } from './0062-changes.ts';
import type { Migration } from './migration.ts';

/** The schema and what has changed it since, in their order. */
export const migrations: readonly Migration[] = [schema, undoRoles, renewChanges];
