import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AppProcess, waitForStatus, watchProcess } from '~/tests/e2e/support/app-process.ts';

const RECOMMENDED = 'deploy/nginx/townbell.conf';

export type Nginx = { url: string; stop: () => Promise<void> };

/**
 * Starts nginx on `port` of the loopback in front of the replicas on `replicaPorts`, with the configuration that
 * docs/operations.md recommends. Without TLS, because the tests have no certificate. `change` plants a fault in the
 * configuration. Throws an Error when nginx is not installed.
 */
export async function startNginx(
	port: number,
	replicaPorts: readonly number[],
	change: (configuration: string) => string = (configuration) => configuration,
): Promise<Nginx> {
	if (spawnSync('nginx', ['-v']).error) {
		throw new Error(
			'This run needs nginx, which npm does not have. Install it, for example: apt-get install nginx-light',
		);
	}
	const directory = await mkdtemp(path.join(tmpdir(), 'townbell-nginx-'));
	// nginx's workers have another account when root runs the tests.
	await chmod(directory, 0o755);
	const site = change(adaptToLoopback(await readFile(RECOMMENDED, 'utf8'), port, replicaPorts, directory));
	await writeFile(path.join(directory, 'nginx.conf'), wrapSite(site, directory));
	const child = spawn('nginx', ['-p', directory, '-e', 'stderr', '-c', 'nginx.conf'], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const nginx: AppProcess = watchProcess(child, `http://localhost:${port}`);
	const stop = async () => {
		await nginx.stop();
		await rm(directory, { recursive: true, force: true });
	};
	await waitForStatus(nginx, '/healthz', 200).catch(async (error) => {
		await stop();
		throw error;
	});
	return { url: nginx.url, stop };
}

/** Returns the recommended configuration with this port, these replicas and no certificate. */
function adaptToLoopback(
	recommended: string,
	port: number,
	replicaPorts: readonly number[],
	directory: string,
): string {
	const replicas = replicaPorts.map((replicaPort) => `server 127.0.0.1:${replicaPort};`).join(' ');
	return [
		['server 127.0.0.1:3000;', replicas],
		[/^server \{\n\tlisten 80;[^}]*\}\n/m, ''],
		['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
		[/\tssl_certificate.*\n\tssl_certificate_key.*\n/, ''],
		['/var/log/nginx/townbell.log', `${directory}/access.log`],
		['/var/log/nginx/townbell-error.log', `${directory}/error.log`],
	].reduce((configuration, [from = '', to = '']) => {
		const changed = configuration.replace(from, String(to));
		if (changed === configuration) throw new Error(`${RECOMMENDED} has changed: ${from} is not in it.`);
		return changed;
	}, recommended);
}

/**
 * Returns a complete nginx configuration: `site` inside the `http` block that nginx packages provide. All files are
 * below `directory`.
 */
const wrapSite = (site: string, directory: string): string => `
daemon off;
worker_processes 2;
pid ${directory}/nginx.pid;
events { worker_connections 1024; }
http {
	${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join('\n\t')}
	default_type application/octet-stream;
	${site}
}
`;
