import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const compose = await readFile('compose.yaml', 'utf8');
/** The lines of each service, by its name. */
const services = new Map(
	(compose.split('\nvolumes:\n')[0] ?? '')
		.split(/^ {2}(?=\w+:$)/m)
		.slice(1)
		.map((service) => [service.slice(0, service.indexOf(':')), service]),
);

test('all containers run without capabilities, a writable disk and unlimited memory', async () => {
	expect([...services.keys()]).toEqual(['app', 'database', 'caddy', 'backup']);
	for (const service of services.values()) {
		for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]']) {
			expect(service).toContain(`\n    ${line}\n`);
		}
		expect(service).toMatch(/\n {4}mem_limit: \d+g\n/);
		expect(service).toMatch(/\n {4}tmpfs: \[\/tmp/);
	}
	expect(services.get('app')).toContain('DATABASE_URL: postgres://townbell:');
	expect(services.get('database')).toContain('\n    user: postgres\n');
	expect(services.get('database')).toContain('./database/compose-roles.sql:/docker-entrypoint-initdb.d/');
	// Images of all versions keep the data in the volume then.
	expect(services.get('database')).toContain('\n      PGDATA: /var/lib/postgresql/data\n');
	expect(services.get('database')).toContain('\n      - database:/var/lib/postgresql/data\n');
	const dockerfile = await readFile('Dockerfile', 'utf8');
	expect(dockerfile).toMatch(/^USER node$/m);
	// `doctor.js --init` reads it.
	expect(dockerfile.split(/^FROM /m).at(-1)).toMatch(/^COPY [^\n]*\.env\.example \.\/$/m);
	// Only Caddy needs a capability, to open the ports below 1024.
	expect(compose.match(/cap_add: .*/g)).toEqual(['cap_add: [NET_BIND_SERVICE]']);
});

test('only Caddy is reachable from other machines, and only where it is wanted', () => {
	const ports = [...services].map(([name, service]) => [
		name,
		service.match(/^ {6}- "[^"]+:\d+(\/udp)?"$/gm) ?? [],
	]);
	expect(Object.fromEntries(ports)).toEqual({
		app: [`      - "\${PUBLISH:-127.0.0.1:3000}:3000"`],
		database: [],
		caddy: ['      - "80:80"', '      - "443:443"', '      - "443:443/udp"'],
		backup: [],
	});
	expect(services.get('caddy')).toContain('\n    profiles: [caddy]\n');
	expect(services.get('caddy')).toContain(`\n      APP_URL: \${APP_URL:?set it in .env}\n`);
	for (const name of ['app', 'database', 'backup']) expect(services.get(name)).not.toContain('profiles:');
});

test('Caddy logs no address and no header of a request', async () => {
	// Its image runs this file when compose.yaml names no command.
	expect(services.get('caddy')).toContain('\n      - ./Caddyfile:/etc/caddy/Caddyfile:ro\n');
	expect(services.get('caddy')).not.toContain('command:');
	const caddyfile = await readFile('Caddyfile', 'utf8');
	const [options = '', site] = caddyfile.split('\n}\n');
	expect(site?.trim()).toBe('{$APP_URL} {\n\treverse_proxy app:3000');
	expect(options).toContain('\n\tadmin off\n');
	// The log of all messages, because it has no name.
	const log = options.slice(options.indexOf('\n\tlog {\n'));
	expect(log).toMatch(/\n\t\tformat filter \{\n/);
	expect(log.match(/\S+ delete$/gm)).toEqual(['request>uri delete', 'request>headers delete']);
});

test('.env.example lists exactly the variables that compose.yaml reads', async () => {
	const [appPart = '', composePart = ''] = (await readFile('.env.example', 'utf8')).split(
		'# --- Only for compose.yaml',
	);
	const list = (text: string) => [...text.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
	const read = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
	expect([...read].filter((name) => !list(appPart).includes(name)).toSorted()).toEqual(
		// Compose itself reads this one.
		list(composePart)
			.filter((name) => name !== 'COMPOSE_PROFILES')
			.toSorted(),
	);
	expect(list(composePart)).toContain('COMPOSE_PROFILES');
});

test('the Citus cluster is reachable from nowhere, and its scripts exist', async () => {
	const cluster = await readFile('deploy/citus/compose.yaml', 'utf8');
	expect(cluster).not.toMatch(/^ +ports:/m);
	expect(cluster).toMatch(/\nnetworks:\n {2}cluster:\n {4}internal: true\n$/);
	// The nodes, the migration and the script.
	expect(cluster.match(/networks: \[cluster\]/g)).toHaveLength(3);
	expect(cluster.match(/cap_drop: \[ALL\]/g)).toHaveLength(3);
	expect(new Set(cluster.match(/citusdata\/citus:.*/g))).toEqual(new Set(['citusdata/citus:12.1.3']));
	const nodes = [...cluster.matchAll(/^ {2}([\w-]+): \*node$/gm)].map(([, name]) => name);
	expect(nodes).toEqual(['coordinator', 'worker-1', 'worker-2']);
	for (const node of nodes.slice(1)) expect(cluster).toContain(`citus_add_node('${node}', 5432)`);
	const mounts = [...cluster.matchAll(/- \.\/(\S+):(\S+):ro$/gm)];
	expect(mounts.map(([, file]) => file)).toEqual(['communities.sql', 'check.sql']);
	for (const [, file, target] of mounts) {
		expect(cluster).toContain(`--file=${target}\n`);
		expect(await readFile(`deploy/citus/${file}`, 'utf8')).toContain('townbell.community');
	}
	// The command of the image that the migration runs.
	expect(cluster).toContain('command: ["node", "build/server/database.js", "migrate"]');
});
