import { log } from '~/server/log.ts';
import { drainServices, type ServiceTimings, startServices, stopServices } from '~/server/services.ts';

/**
 * Runs one replica as a separate process: the services as start.ts runs them, without the pages, with
 * the timings of its argument.
 */
process.once('SIGTERM', async () => {
	await drainServices(5_000);
	await stopServices();
	process.exit(0);
});
process.on('uncaughtException', (err) => {
	log().fatal({ err }, 'uncaught error');
	process.exit(1);
});
startServices(JSON.parse(process.argv[2] ?? '{}') as ServiceTimings);
setInterval(() => undefined, 1_000);
