import path from 'node:path';
import { config } from '../config.ts';
import { createHttpServer } from '../http/http-server.ts';
import { stopTraffic } from '../http/traffic.ts';
import { log } from '../log.ts';
import { drainServices, stopServices } from '../services.ts';
import { startTracing, stopTracing } from '../tracing.ts';
import * as app from './app.ts';

/** How long the whole stop may take at most. */
const STOP_MS = 10_000;
/** How long requests and jobs have to finish; the rest of STOP_MS is for closing the database connections. */
const DRAIN_MS = 8_000;

let isStopping = false;

process.on('uncaughtException', (error) => {
	log().fatal({ err: error }, 'uncaught error');
	process.exit(1);
});

await startTracing((error) => log().warn({ err: error }, 'traces cannot be sent'));

const { PORT, HOST } = config();
const server = createHttpServer(app, path.resolve(app.assetsBuildDirectory));
server.once('error', (error: NodeJS.ErrnoException) => {
	if (error.code !== 'EADDRINUSE') throw error;
	process.stderr.write(
		`Port ${PORT} is used by another program. Stop that program, or choose another port with PORT.\n`,
	);
	process.exit(1);
});
server.listen({ port: PORT, host: HOST });

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
	process.on(signal, () => {
		if (!isStopping) void stop();
	});
}

/**
 * Stops in order (requests and jobs, then services, then the database's pool, then the last traces) and exits with 0,
 * after STOP_MS at the latest.
 */
async function stop(): Promise<void> {
	isStopping = true;
	const stopTimeout = setTimeout(() => {
		log().warn('stopping took too long; running requests and jobs were aborted');
		process.exit(0);
	}, STOP_MS);
	await Promise.all([stopTraffic(server, DRAIN_MS), drainServices(DRAIN_MS)]);
	await stopServices();
	await stopTracing();
	clearTimeout(stopTimeout);
	process.exit(0);
}
