import type { Readable } from 'node:stream';

/** The compressed file is broken: not gzip, cut off, or changed. */
export class BrokenFile extends Error {}

/**
 * Yields the lines of `stream` without their ends, reading on only when the next one is asked for. Throws
 * BrokenFile when it cannot be decompressed, and any error of the `source` that feeds it.
 */
export async function* readLines(stream: Readable, source: Readable): AsyncGenerator<string> {
	source.once('error', (error) => stream.destroy(error));
	stream.setEncoding('utf8');
	let parts: string[] = [];
	try {
		for await (const chunk of stream as AsyncIterable<string>) {
			const [first = '', ...others] = chunk.split('\n');
			parts.push(first);
			for (const next of others) {
				yield parts.join('');
				parts = [next];
			}
		}
	} catch (error) {
		const isZipError = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
		if (!isZipError) throw error;
		throw new BrokenFile('The backup is damaged or incomplete.', { cause: error });
	}
}
