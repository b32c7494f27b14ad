import type { ServerBuild } from 'react-router';

/** What the router compares differently is served by the whole build: encoded characters, empty segments, its own addresses. */
const UNCOMMON = /[^\w./-]|\/\/|\/_/;
/** Stands for a segment that no route names. */
const OTHER = ':';
/** How many kinds of addresses are remembered. The site has about 150; the others are made up. */
const MAX_KINDS = 500;

type Path = readonly string[];

/**
 * Returns a function that returns what `create` makes of the part of the build that can match a path, the pathname
 * of a URL. React Router compares an address with one route after the other, several times for each request. It also
 * makes new objects of all routes for each page, so few routes are fast. Each part is made when it is first needed.
 * A path that no part can be sure of gets the whole build.
 */
export function groupRoutes<Handler>(
	build: ServerBuild,
	create: (part: ServerBuild) => Handler,
): (pathname: string) => Handler {
	const paths = listRoutePaths(build.routes);
	const names = new Set([...paths.values()].flat());
	const kinds = new Map<string, Handler>();
	const parts = new Map<string, Handler>();
	const whole = create(build);
	return (pathname) => {
		if (UNCOMMON.test(pathname)) return whole;
		const segments = pathname
			.replace(/\.data$/, '')
			.toLowerCase()
			.split('/')
			.filter(Boolean)
			.map((segment) => (names.has(segment) ? segment : OTHER));
		const kind = segments.join('/');
		const known = kinds.get(kind);
		if (known) return known;
		if (kinds.size >= MAX_KINDS) return whole;
		const kept = keepMatching(build.routes, paths, segments);
		const part = [...kept].join();
		const handler = parts.get(part) ?? create(narrow(build, kept));
		parts.set(part, handler);
		kinds.set(kind, handler);
		return handler;
	};
}

/** Returns the segments of each route that has an address, by the route's id. */
function listRoutePaths(routes: ServerBuild['routes']): Map<string, Path> {
	const getPath = (id: string | undefined): Path => {
		const route = id === undefined ? undefined : routes[id];
		if (!route) return [];
		return [...getPath(route.parentId), ...(route.path?.toLowerCase().split('/').filter(Boolean) ?? [])];
	};
	const own = Object.keys(routes).filter((id) => routes[id]?.path !== undefined || routes[id]?.index);
	return new Map(own.map((id) => [id, getPath(id)]));
}

/** Returns the ids of the routes that may match an address, and of the routes around them. */
function keepMatching(routes: ServerBuild['routes'], paths: ReadonlyMap<string, Path>, segments: Path) {
	const kept = new Set<string>();
	for (const [id, path] of paths) {
		if (!mayMatch(path, segments)) continue;
		for (let next: string | undefined = id; next !== undefined; next = routes[next]?.parentId) kept.add(next);
	}
	return kept;
}

/** A parameter matches each segment, although one like `:token.ics` matches only some. */
function mayMatch(path: Path, segments: Path): boolean {
	const isAnyLength = path.at(-1) === '*';
	const fixed = isAnyLength ? path.slice(0, -1) : path;
	return (
		(isAnyLength ? segments.length >= fixed.length : segments.length === fixed.length) &&
		fixed.every((part, position) => part.startsWith(':') || part === segments[position])
	);
}

function narrow(build: ServerBuild, kept: ReadonlySet<string>): ServerBuild {
	const keep = <Value>(values: Record<string, Value>) =>
		Object.fromEntries(Object.entries(values).filter(([id]) => kept.has(id)));
	return {
		...build,
		routes: keep(build.routes),
		assets: { ...build.assets, routes: keep(build.assets.routes) },
	};
}
