/**
 * A file that is written while it is read: each piece is asked for when the reader has room, and a reader who goes away
 * (its stream is cancelled, or the request aborts) ends the writing.
 */
export function csvFile(
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
