import type { Sequelize } from 'sequelize-typescript';
import { onDatabase, runCommand } from './command-line.ts';
import { migrate, rollback } from './migrate.ts';

const USAGE =
	'Usage: npm run db:migrate | db:rollback [-- <name of the migration to go back before, or 0 for all>]';

const COMMANDS: Record<string, (sequelize: Sequelize, to?: string) => Promise<void>> = {
	async migrate(sequelize) {
		const names = await migrate(sequelize);
		console.log(names.length ? `Applied: ${names.join(', ')}` : 'The database is up to date.');
	},
	async rollback(sequelize, to) {
		const names = await rollback(sequelize, to === undefined ? {} : { to: to === '0' ? 0 : to });
		console.log(names.length ? `Reverted: ${names.join(', ')}` : 'Nothing to revert.');
	},
};

runCommand(async () => {
	const [name = '', to] = process.argv.slice(2);
	const command = COMMANDS[name];
	if (!command) throw new Error(USAGE);
	await onDatabase((sequelize) => command(sequelize, to));
});
