import { ConfigError, config } from '../config.ts';
import { startServices } from '../services.ts';

/**
 * The build of the application, with the origins that forms may come from (APP_URL). The services start when it is
 * loaded. react-router-serve can run this module too (docs/decisions/0005-http-server.md).
 */
export * from 'virtual:react-router/server-build';

export const allowedActionOrigins = [new URL(readConfig().APP_URL).host];

startServices();

function readConfig() {
	try {
		return config();
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
}
