import { closeDatabase, connectDatabase } from './connection.ts';
import { startEmbeddedDatabase } from './embedded.ts';
import { migrate, rollback } from './migrate.ts';

const USAGE =
	'Usage: npm run db:migrate | db:rollback [-- <name of the migration to go back before, or 0 for all>] | db:seed';

/** `migrate`, `rollback [name|0]` or `seed` on DATABASE_URL, else on the embedded database of the demo. */
async function run([command, to]: string[]): Promise<void> {
	if (!command || !['migrate', 'rollback', 'seed'].includes(command)) throw new Error(USAGE);
	const embedded = process.env.DATABASE_URL
		? undefined
		: await startEmbeddedDatabase({ directory: '.data/postgres', database: 'townbell' });
	try {
		const sequelize = connectDatabase({ url: process.env.DATABASE_URL || (embedded?.url ?? ''), poolMax: 2 });
		if (command === 'rollback') {
			const names = await rollback(sequelize, to === undefined ? {} : { to: to === '0' ? 0 : to });
			console.log(names.length ? `Reverted: ${names.join(', ')}` : 'Nothing to revert.');
			return;
		}
		const names = await migrate(sequelize);
		console.log(names.length ? `Applied: ${names.join(', ')}` : 'The database is up to date.');
		if (command === 'seed') await seed();
	} finally {
		await closeDatabase();
		await embedded?.stop();
	}
}

async function seed(): Promise<void> {
	// Outside the floors and for development only, so it is fetched by name and not built in.
	const { seedCommunity } = await import('../seeds/community.ts');
	const { users, events } = await seedCommunity({ now: new Date() });
	console.log(
		users ? `Seeded ${users} people and ${events} events.` : 'There are people already: nothing seeded.',
	);
}

run(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
