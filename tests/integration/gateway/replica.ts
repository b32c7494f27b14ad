import { log } from '~/server/log.ts';
import { restServices, startServices, stopServices } from '~/server/services.ts';

/** One replica as a process of its own: the services as start.ts runs them, without the pages. */
process.once('SIGTERM', async () => {
	await restServices(5_000);
	await stopServices();
	process.exit(0);
});
process.on('uncaughtException', (err) => {
	log().fatal({ err }, 'uncaught error');
	process.exit(1);
});
startServices();
setInterval(() => undefined, 1_000);
