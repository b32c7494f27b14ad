import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * `npm run sbom [FILE]`: writes the production packages and their licenses as CycloneDX to the file, and prints how
 * many have which license. Fails when a license is not in the list.
 */
const ALLOWED =
	'0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC LGPL-3.0-or-later MIT'.split(' ');

type Sbom = {
	components: {
		name: string;
		version: string;
		licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
	}[];
};
type Lock = { packages: Record<string, { dev?: boolean; devDependencies?: unknown }> };

/** Returns true for an SPDX expression of allowed licenses, without nesting. */
export function isAllowedLicense(expression: string): boolean {
	const parts = expression.replaceAll(/[()]/g, '').split(' AND ');
	return parts.every((part) => part.split(' OR ').some((license) => ALLOWED.includes(license)));
}

/** Returns the SBOM of all packages of the lock file that are not only for development. */
async function createSbom(): Promise<Sbom> {
	const { devDependencies, ...manifest } = JSON.parse(await readFile('package.json', 'utf8'));
	const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
	// `npm sbom --omit=dev` leaves out every package that a development package needs too. So npm gets files without
	// these.
	delete lock.packages['']?.devDependencies;
	for (const [folder, { dev }] of Object.entries(lock.packages)) if (dev) delete lock.packages[folder];
	const cwd = await mkdtemp(path.join(os.tmpdir(), 'townbell-sbom-'));
	try {
		await writeFile(path.join(cwd, 'package.json'), JSON.stringify(manifest));
		await writeFile(path.join(cwd, 'package-lock.json'), JSON.stringify(lock));
		const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
		const sbom = JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64e6 })) as Sbom;
		const listed = new Set(sbom.components.map(({ name }) => name));
		const missing = Object.keys(lock.packages).filter((folder) => {
			const name = folder.split('node_modules/').at(-1) ?? '';
			return name && !listed.has(name);
		});
		if (missing.length > 0) throw new Error(`npm sbom left out ${missing.join(', ')}.`);
		return sbom;
	} finally {
		await rm(cwd, { recursive: true });
	}
}

if (import.meta.filename === process.argv[1]) {
	const sbom = await createSbom();
	const [, , file] = process.argv;
	if (file) await writeFile(file, JSON.stringify(sbom, null, '\t'));
	const packages = sbom.components.map(({ name, version, licenses = [] }) => ({
		name: `${name} ${version}`,
		license:
			licenses
				.map((entry) => ('expression' in entry ? entry.expression : (entry.license.id ?? entry.license.name)))
				.join(' AND ') || 'no license',
	}));
	for (const [license, list] of Object.entries(Object.groupBy(packages, (entry) => entry.license)))
		console.log(`${String(list?.length).padStart(4)} ${license}`);
	for (const { name, license } of packages.filter((entry) => !isAllowedLicense(entry.license))) {
		console.log(`✗ ${name}: ${license}`);
		process.exitCode = 1;
	}
}
