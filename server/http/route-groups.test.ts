import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import siteRoutes from '~/app/routes.ts';
import { groupRoutes } from './route-groups.ts';

type Routes = ServerBuild['routes'];

/** Lists the site's routes as a build has them. */
function toBuild(): ServerBuild {
	const routes: Record<string, unknown> = { root: { id: 'root', path: '' } };
	const add = (entries: readonly RouteConfigEntry[], parentId: string) => {
		for (const { id, file, path, index, children = [] } of entries) {
			const own = id ?? file;
			routes[own] = { id: own, parentId, path, index };
			add(children, own);
		}
	};
	add(siteRoutes as RouteConfigEntry[], 'root');
	return { routes, assets: { routes } } as unknown as ServerBuild;
}

/** Nests routes as the router compares them. */
const nest = (routes: Routes, parentId?: string): RouteObject[] =>
	Object.values(routes).flatMap((route) => {
		if (!route || route.parentId !== parentId) return [];
		const { id, path, index } = route;
		return [index ? { id, path, index } : { id, path, children: nest(routes, id) }];
	});

const build = toBuild();
const whole = nest(build.routes);
const listMatches = (routes: RouteObject[], pathname: string) =>
	matchRoutes(routes, pathname)?.map(({ route, params }) => [route.id, params]);

/** Returns addresses of every route, with names of other routes, more or fewer segments, and in other spellings. */
function listPathnames(): string[] {
	const paths = Object.values(build.routes).map((route) => {
		const segments: string[] = [];
		for (let next = route; next; next = next.parentId ? build.routes[next.parentId] : undefined)
			segments.unshift(...(next.path?.split('/').filter(Boolean) ?? []));
		return segments.map((name) => name.replace(/^(:\w+|\*)/, '7'));
	});
	const namesAt = (place: number) => [...new Set(paths.map((path) => path[place] ?? '7'))];
	const pathnames = paths.flatMap((segments, number) => {
		// One of the names that other routes have at this place; each route takes others.
		const pick = (place: number, step: number) => {
			const names = namesAt(place);
			return String(names[(number * 7 + step) % names.length]);
		};
		const changed = [0, 1, 2, 3].flatMap((step) => [
			...segments.map((_, place) => segments.with(place, pick(place, step))),
			[...segments, pick(segments.length, step)],
		]);
		const path = `/${segments.join('/')}`;
		return [
			...[segments, segments.slice(1), ...changed].map((parts) => `/${parts.join('/')}`),
			...[`${path}/`, path.toUpperCase(), path.replace('e', '%65'), path.replaceAll('/', '//')],
		];
	});
	return [...new Set([...pathnames, '/_root', '/a b', '/EVENTS%2F7', '/events/%E2%80%8F7'])];
}

test('the part of the build that serves an address matches it as the whole build does', () => {
	const different = listPathnames().filter((pathname) => {
		const part = groupRoutes(build, ({ routes }) => routes)(pathname);
		return (
			part !== build.routes &&
			JSON.stringify(listMatches(nest(part), pathname)) !== JSON.stringify(listMatches(whole, pathname))
		);
	});
	expect(different).toEqual([]);
});

test('a part is made once, small, and with the routes around it', () => {
	let made = 0;
	const find = groupRoutes(build, (part) => {
		made += 1;
		return Object.keys(part.routes);
	});
	expect(find('/events/1')).toEqual(['root', ...find('/events/2').slice(1)]);
	expect(find('/events/1').length).toBeLessThan(6);
	expect(made).toBe(2);
	find('/events');
	find('/EVENTS/');
	find('/events.data');
	expect(made).toBe(3);
});

test('addresses that are made up take no memory', () => {
	const find = groupRoutes(build, (part) => part);
	const names = ['events', 'admin', 'users', 'api', 'signups', 'groups', 'profile', 'delete'];
	for (const a of names) for (const b of names) for (const c of names) find(`/${a}/${b}/${c}/${a}`);
	expect(find('/theme/theme/theme/theme')).toBe(build);
});
