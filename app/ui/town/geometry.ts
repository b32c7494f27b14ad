export type Point = readonly [x: number, y: number];
export type Polygon = readonly Point[];

/** Returns the value with one decimal, which is finer than a device pixel at every size of the picture. */
export function round(value: number): number {
	return Math.round(value * 10) / 10;
}

/** Returns the highest edge (smallest y) of the polygons above x, or Infinity when none spans x. */
export function findTopAt(polygons: readonly Polygon[], x: number): number {
	let top = Number.POSITIVE_INFINITY;
	for (const polygon of polygons) {
		let from = polygon.at(-1);
		for (const to of polygon) {
			if (from) top = Math.min(top, heightOnEdge(from, to, x));
			from = to;
		}
	}
	return top;
}

function heightOnEdge(a: Point, b: Point, x: number): number {
	const left = Math.min(a[0], b[0]);
	const right = Math.max(a[0], b[0]);
	if (right <= left || x < left || x > right) return Number.POSITIVE_INFINITY;
	return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0]);
}

export function writePoints(polygon: Polygon): string {
	return polygon.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}
