import type { Transaction } from 'sequelize';
import { schema } from '../schema/index.ts';
import { undoRoles } from './0061-undo-roles.ts';
import { renewChanges } from './0062-changes.ts';
import { revisions } from './0063-revisions.ts';
import { announcementRevisions } from './0064-announcements.ts';
import { eventDrafts } from './0067-event-drafts.ts';
import { reminderWays } from './0068-reminder-ways.ts';
import { playerMessages } from './0069-player-messages.ts';
import { eventRoles } from './0070-event-roles.ts';
import { voiceChannels } from './0071-voice-channels.ts';
import { seriesRules } from './0072-series-rules.ts';
import { signedUpMessages } from './0073-signed-up.ts';
import { polls } from './0074-polls.ts';
import { eventPlaces } from './0076-event-places.ts';

/** The schema and what has changed it since, in their order. */
export const migrations: readonly Migration[] = [
	schema,
	undoRoles,
	renewChanges,
	revisions,
	announcementRevisions,
	eventDrafts,
	reminderWays,
	playerMessages,
	eventRoles,
	voiceChannels,
	seriesRules,
	signedUpMessages,
	polls,
	eventPlaces,
];

/** The context that a migration runs its SQL in: the transaction that holds the migration lock. */
export type MigrationContext = { transaction: Transaction; run: (sql: string) => Promise<void> };

/** One step of the schema. Its name and SQL never change once released, and it must run on PostgreSQL 15. */
export type Migration = {
	name: string;
	up: (context: MigrationContext) => Promise<void>;
	down: (context: MigrationContext) => Promise<void>;
};
