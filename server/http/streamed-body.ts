/**
 * Returns the pieces as the body of a response to `request`: each piece is made when the client can receive it, and
 * nothing is made ahead. The generator stops when the client cancels the stream or the request is aborted.
 */
export function streamPieces(
	pieces: AsyncGenerator<string | Uint8Array, void, void>,
	request: Request,
): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	const stop = () => void pieces.return();
	request.signal.addEventListener('abort', stop, { once: true });
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await pieces.next();
				if (done) controller.close();
				else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
			},
			cancel: stop,
		},
		{ highWaterMark: 0 },
	);
}

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
