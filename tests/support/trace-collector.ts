import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type ReceivedSpan = {
	name: string;
	kind: number;
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	attributes: Record<string, string | number>;
	/** 2 means that the work failed. */
	status: number;
	/** The attributes of the process. */
	resource: Record<string, string | number>;
};

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type SentSpan = Omit<ReceivedSpan, 'attributes' | 'status' | 'resource'> & {
	attributes: Attribute[];
	status: { code?: number };
};
type Export = {
	resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
};

const toRecord = (attributes: Attribute[]) =>
	Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

type TraceCollector = {
	url: string;
	spans: ReceivedSpan[];
	/** The requests as they were sent. */
	requests: { path: string; headers: Record<string, unknown>; body: string }[];
	close: () => Promise<void>;
};

/** Serves an OpenTelemetry collector on loopback that keeps what it receives. */
export async function serveTraceCollector(): Promise<TraceCollector> {
	const spans: ReceivedSpan[] = [];
	const requests: TraceCollector['requests'] = [];
	const server = createServer(async (request, response) => {
		const body = await text(request);
		requests.push({ path: request.url ?? '', headers: request.headers, body });
		for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
			for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
				spans.push({
					...span,
					attributes: toRecord(span.attributes),
					status: span.status.code ?? 0,
					resource: toRecord(resource.attributes),
				});
			}
		}
		response.setHeader('Content-Type', 'application/json').end('{}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		spans,
		requests,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
