import { onDatabase, runCommand } from '~/database/command-line.ts';
import { migrate } from '~/database/migrate.ts';
import { seedCommunity } from './community.ts';

// npm run db:seed: the demo's community, into a database with nobody in it.
runCommand(() =>
	onDatabase(async (sequelize) => {
		await migrate(sequelize);
		const { users, events } = await seedCommunity({ now: new Date() });
		console.log(
			users ? `Seeded ${users} people and ${events} events.` : 'There are people already: nothing seeded.',
		);
	}),
);
