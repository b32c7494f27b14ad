import { ConfigError, config } from './config.ts';
import { normalizeRequests } from './http/normalize-requests.ts';
import { recordPeerAddresses } from './http/peer.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { stopTraffic, trackTraffic } from './http/traffic.ts';
import { log } from './log.ts';
import { drainServices, startServices, stopServices } from './services.ts';

/**
 * The module that react-router-serve runs: the build and its allowed origins (from APP_URL); it also starts
 * the services.
 */
export * from 'virtual:react-router/server-build';
export const allowedActionOrigins = [new URL(readConfig().APP_URL).host];

/** How long the whole stop may take at most. */
const STOP_MS = 10_000;
/** How long requests and jobs have to finish; the rest of STOP_MS is for closing the database connections. */
const DRAIN_MS = 8_000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

let isStopping = false;

silenceAccessLog();
handleUncaughtErrors();
addSecurityHeaders();
normalizeRequests();
recordPeerAddresses();
trackTraffic(handleSignals);
startServices();
handleSignals();

function readConfig() {
	try {
		return config();
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
}

/**
 * Hides the access log of react-router-serve, which prints full addresses with one-time tokens and OAuth
 * codes. Our own log does not go through process.stdout.
 */
function silenceAccessLog(): void {
	const write = process.stdout.write.bind(process.stdout);
	process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
		const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
		return /^[A-Z-]+ \S+ (\d{3}|-) /.test(text) ? true : write(chunk, ...rest);
	}) as typeof process.stdout.write;
}

function handleUncaughtErrors(): void {
	process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
		if (error.code === 'EADDRINUSE') {
			process.stderr.write(
				`Port ${config().PORT} is used by another program. Stop that program, or choose another port with PORT.\n`,
			);
		} else {
			log().fatal({ err: error }, 'uncaught error');
		}
		process.exit(1);
	});
}

/**
 * Makes `stop` the only handler of the signals. react-router-serve adds one before it listens, which closes
 * its server at once and breaks connections with a request under way.
 */
function handleSignals(): void {
	for (const signal of SIGNALS) {
		process.removeAllListeners(signal);
		process.on(signal, () => {
			if (!isStopping) void stop();
		});
	}
}

/**
 * Stops in order (requests and jobs, then services, then the database's pool) and exits with 0, after STOP_MS
 * at the latest.
 */
async function stop(): Promise<void> {
	isStopping = true;
	const stopTimeout = setTimeout(() => {
		log().warn('stopping took too long; running requests and jobs were aborted');
		process.exit(0);
	}, STOP_MS);
	await Promise.all([stopTraffic(DRAIN_MS), drainServices(DRAIN_MS)]);
	await stopServices();
	clearTimeout(stopTimeout);
	process.exit(0);
}
