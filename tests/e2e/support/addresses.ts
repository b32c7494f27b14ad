import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '~/app/routes.ts';
import { type Action, policy } from '~/domain/policy.ts';

const APP = path.resolve(import.meta.dirname, '../../../app');

/** An address of app/routes.ts, with its ids as the OpenAPI document writes them: `/events/{eventId}`. */
export type Address = { address: string; routeId: string; isPage: boolean; takesForms: boolean };

/** Returns every address of the app's routes, including those of the API calls. */
export function listAddresses(): Address[] {
	return flatten(routes as RouteConfigEntry[]);
}

function flatten(entries: readonly RouteConfigEntry[], above = ''): Address[] {
	return entries.flatMap(({ path: part, index, file, id, children = [] }) => {
		const address = part ? `${above}/${part}` : above;
		const routeId = id ?? file.replace(/\.tsx?$/, '');
		const isPage = /export default\b/.test(readFileSync(path.join(APP, file), 'utf8'));
		const own = { address: asDocumented(address), routeId, isPage, takesForms: exportsAction(file) };
		return [...(part || index ? [own] : []), ...flatten(children, address)];
	});
}

const asDocumented = (address: string) => address.replaceAll(/:(\w+)/g, '{$1}') || '/';

/** Returns whether a route module exports an `action`. Only then does its address accept a form. */
function exportsAction(file: string): boolean {
	const source = readFileSync(path.join(APP, file), 'utf8');
	return /export (async )?(const|function) action\b|\bas action\b/.test(source);
}

/** Returns the names that the pages read from their query, sorted. */
export function listQueryNames(): string[] {
	const sources = globSync('{routes,shell}/**/*.{ts,tsx}', { cwd: APP }).map((file) =>
		readFileSync(path.join(APP, file), 'utf8'),
	);
	const names = sources.flatMap((source) =>
		[...source.matchAll(/\b(?:searchParams|query|params)\.(?:get|has)\('(\w+)'\)/g)].map(([, name]) =>
			String(name),
		),
	);
	return [...new Set(names)].sort();
}

/** Returns the intents that occur in the forms of the pages, sorted. */
export function listIntents(): Action[] {
	const files = globSync('routes/**/*.{ts,tsx}', { cwd: APP }).filter(
		(file) => !file.startsWith('routes/api/') && !file.includes('.test.'),
	);
	const lines = files.flatMap((file) => readFileSync(path.join(APP, file), 'utf8').split('\n'));
	const named = lines
		.filter((line) => /intent/i.test(line))
		.flatMap((line) => [...line.matchAll(/['"]([a-zA-Z]+\.[a-zA-Z]+)['"]/g)].map(([, name]) => String(name)));
	return [...new Set(named)].filter((name): name is Action => Object.hasOwn(policy, name)).sort();
}
