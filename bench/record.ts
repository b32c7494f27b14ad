import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A page's name and its throughput as a fraction of a limit's. */
export type PageRatio = readonly [name: string, ratio: number];
type Recorded = Readonly<Record<string, number>>;

/** `--quick` fails when a ratio is below this share of the recorded one. */
const MIN_SHARE_OF_RECORD = 0.85;
const RECORD = path.join(import.meta.dirname, 'recorded.json');

/** Returns the ratios that are more than 15 % below the recorded ones. A page without a record passes. */
export function listRegressions(ratios: readonly PageRatio[], recorded: Recorded): PageRatio[] {
	// A page that could not be measured (NaN) counts as a regression.
	return ratios.filter(([name, ratio]) => !(ratio >= MIN_SHARE_OF_RECORD * (recorded[name] ?? 0)));
}

/** Returns the recorded ratios by the name of the page; none before the first record. */
export function readRecord(): Recorded {
	return existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Recorded) : {};
}

/** Records the ratios of this run, with three significant digits. */
export function writeRecord(ratios: readonly PageRatio[]): void {
	const rounded = Object.fromEntries(ratios.map(([name, ratio]) => [name, Number(ratio.toPrecision(3))]));
	writeFileSync(RECORD, `${JSON.stringify(rounded, null, '\t')}\n`);
}
