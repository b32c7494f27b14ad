/**
 * Returns a CSV file as a streaming response: each piece is generated when the client can receive it. The
 * generator stops when the client cancels the stream or the request is aborted.
 */
export function createCsvResponse(
	name: string,
	pieces: AsyncGenerator<string, void, void>,
	request: Request,
): Response {
	const encoder = new TextEncoder();
	const stop = () => void pieces.return();
	request.signal.addEventListener('abort', stop, { once: true });
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await pieces.next();
				if (done) controller.close();
				else controller.enqueue(encoder.encode(value));
			},
			cancel: stop,
		},
		{ highWaterMark: 0 },
	);
	return new Response(body, {
		headers: {
			'Content-Type': 'text/csv; charset=utf-8',
			'Content-Disposition': `attachment; filename="${name}"`,
			'Cache-Control': 'private, no-store',
		},
	});
}
