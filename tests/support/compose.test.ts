import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('all containers run without root, capabilities, a writable disk and unlimited memory', async () => {
	const compose = await readFile('compose.yaml', 'utf8');
	const services = (compose.split('\nvolumes:\n')[0] ?? '').split(/^ {2}(?=\w+:$)/m).slice(1);
	expect(services).toHaveLength(3);
	for (const service of services) {
		for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]']) {
			expect(service).toContain(`\n    ${line}\n`);
		}
		expect(service).toMatch(/\n {4}mem_limit: \d+g\n/);
		expect(service).toMatch(/\n {4}tmpfs: \[\/tmp/);
	}
	expect(services[0]).toContain('DATABASE_URL: postgres://townbell:');
	expect(services[1]).toContain('\n    user: postgres\n');
	expect(services[1]).toContain('./database/compose-roles.sql:/docker-entrypoint-initdb.d/');
	expect(await readFile('Dockerfile', 'utf8')).toMatch(/^USER node$/m);
});
