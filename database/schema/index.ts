import type { Migration } from '../migrations/index.ts';
import { changes } from './changes.ts';
import { discord } from './discord.ts';
import { events } from './events.ts';
import { SCHEMA_NAME } from './former-migrations.ts';
import { groups } from './groups.ts';
import { messages } from './messages.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { scripts } from './scripts.ts';
import { signups } from './signups.ts';
import { site } from './site.ts';
import { text } from './text.ts';
import { undo } from './undo.ts';

/** The parts of the schema, each after those that it refers to. */
const PARTS = [
	text,
	people,
	site,
	events,
	signups,
	scripts,
	groups,
	discord,
	messages,
	changes,
	places,
	undo,
];

/** The whole schema, as the first migration. It cannot be reverted: that would drop everything. */
export const schema: Migration = {
	name: SCHEMA_NAME,
	async up({ run }) {
		for (const { tables } of PARTS) await run(tables);
		for (const { triggers } of PARTS) if (triggers) await run(triggers);
	},
	down: () =>
		Promise.reject(
			new Error(
				'The schema itself is not reverted: that would drop all data. To begin anew, create an empty database.',
			),
		),
};
