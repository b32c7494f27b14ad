import { ConfigError, config } from './config.ts';
import { rememberPeers } from './http/peer.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { straightenRequests } from './http/straighten.ts';
import { countTraffic, drain } from './http/traffic.ts';
import { log } from './log.ts';
import { restServices, startServices, stopServices } from './services.ts';

/** What react-router-serve is given: the build, its origins from APP_URL, and the services beside it. */
export * from 'virtual:react-router/server-build';
export const allowedActionOrigins = [new URL(readConfig().APP_URL).host];

const DRAIN_MS = 10_000;

silenceAccessLog();
nameStartErrors();
addSecurityHeaders();
straightenRequests();
rememberPeers();
countTraffic();
startServices();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);

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

/** The listener is closed by the server beneath; we let open requests and jobs end, then close pool and services. */
async function stop(): Promise<void> {
	await Promise.all([drain(DRAIN_MS), restServices(DRAIN_MS)]);
	await stopServices();
	process.exit(0);
}
