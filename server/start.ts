import { ConfigError, config } from './config.ts';
import { rememberPeers } from './http/peer.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { straightenRequests } from './http/straighten.ts';
import { followTraffic, stopTraffic } from './http/traffic.ts';
import { log } from './log.ts';
import { restServices, startServices, stopServices } from './services.ts';

/** What react-router-serve is given: the build, its origins from APP_URL, and the services beside it. */
export * from 'virtual:react-router/server-build';
export const allowedActionOrigins = [new URL(readConfig().APP_URL).host];

/** The whole stop takes at most this long, whatever hangs. */
const STOP_MS = 10_000;
/** Requests and jobs have this long to end; the rest is for closing the connections to the database. */
const DRAIN_MS = 8_000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

let isStopping = false;

silenceAccessLog();
nameStartErrors();
addSecurityHeaders();
straightenRequests();
rememberPeers();
followTraffic(handleSignals);
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

/** The server beneath prints whole addresses, with one-time tokens and OAuth codes; our own log does not pass here. */
function silenceAccessLog(): void {
	const write = process.stdout.write.bind(process.stdout);
	process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
		const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
		return /^[A-Z-]+ \S+ (\d{3}|-) /.test(text) ? true : write(chunk, ...rest);
	}) as typeof process.stdout.write;
}

function nameStartErrors(): void {
	process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
		if (error.code === 'EADDRINUSE') {
			process.stderr.write(
				`Port ${config().PORT} is taken by another program. Stop that program, or choose another port with PORT.\n`,
			);
		} else {
			log().fatal({ err: error }, 'uncaught error');
		}
		process.exit(1);
	});
}

/**
 * Makes `stop` the only handler of the signals. react-router-serve adds one that closes its server at once, which cuts
 * connections whose request is on its way; it does so before it listens.
 */
function handleSignals(): void {
	for (const signal of SIGNALS) {
		process.removeAllListeners(signal);
		process.on(signal, () => {
			if (!isStopping) void stop();
		});
	}
}

/** Stops in order (requests and jobs, then services, then the database's pool) and exits with 0, after STOP_MS at the latest. */
async function stop(): Promise<void> {
	isStopping = true;
	const late = setTimeout(() => {
		log().warn('stopping took too long: what still ran was cut off');
		process.exit(0);
	}, STOP_MS);
	await Promise.all([stopTraffic(DRAIN_MS), restServices(DRAIN_MS)]);
	await stopServices();
	clearTimeout(late);
	process.exit(0);
}
