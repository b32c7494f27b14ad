import { runCommand, withDatabase } from '~/database/command-line.ts';
import { migrate } from '~/database/migrate.ts';
import { seedCommunity } from './community.ts';

// `npm run db:seed`: inserts the demo community into a database without users.
runCommand(() =>
	withDatabase(async (sequelize) => {
		await migrate(sequelize);
		const { users, events } = await seedCommunity({ now: new Date() });
		console.log(
			users
				? `Seeded ${users} users and ${events} events.`
				: 'The database already has users, so nothing was seeded.',
		);
	}),
);
