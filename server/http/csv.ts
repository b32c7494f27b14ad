import { streamPieces } from './streamed-body.ts';

/** Returns a CSV file as a streaming response to `request`, from its pieces. */
export function createCsvResponse(
	name: string,
	pieces: AsyncGenerator<string, void, void>,
	request: Request,
): Response {
	return new Response(streamPieces(pieces, request), {
		headers: {
			'Content-Type': 'text/csv; charset=utf-8',
			'Content-Disposition': `attachment; filename="${name}"`,
			'Cache-Control': 'private, no-store',
		},
	});
}
