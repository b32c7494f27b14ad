import { log } from '~/server/log.ts';
import { restServices, startServices, stopServices, type Tempo } from '~/server/services.ts';

/**
 * Runs one replica as a separate process: the services as start.ts runs them, without the pages, at the tempo
 * of its argument.
 */
process.once('SIGTERM', async () => {
	await restServices(5_000);
	await stopServices();
	process.exit(0);
});
process.on('uncaughtException', (err) => {
	log().fatal({ err }, 'uncaught error');
	process.exit(1);
});
startServices(JSON.parse(process.argv[2] ?? '{}') as Tempo);
setInterval(() => undefined, 1_000);
