import type { Readable } from 'node:stream';

/** Thrown when the compressed file is damaged: it is not gzip, is incomplete, or was changed. */
export class BrokenFile extends Error {}

/**
 * Yields the lines of `stream` without line endings and reads further only when the next line is requested.
 * Throws BrokenFile when the data cannot be decompressed, and rethrows any error of the `source` that feeds
 * the stream.
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
