import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
	defaultResource,
	detectResources,
	envDetector,
	resourceFromAttributes,
} from '@opentelemetry/resources';
import {
	AlwaysOffSampler,
	AlwaysOnSampler,
	BatchSpanProcessor,
	ParentBasedSampler,
	type Sampler,
	TraceIdRatioBasedSampler,
	TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracedWork } from '~/database/tracing.ts';
import { APP_VERSION } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import type { Config } from '../config.ts';

const KINDS = {
	server: SpanKind.SERVER,
	client: SpanKind.CLIENT,
	consumer: SpanKind.CONSUMER,
	internal: SpanKind.INTERNAL,
} as const;

export type Tracer = {
	/** Starts the span of `work`, as a part of `parent` or of the trace that its headers name. */
	startSpan: (work: TracedWork, parent: Span | undefined) => Span;
	/** Ends a span with the attributes and the error of its work. */
	endSpan: (work: TracedWork, span: Span) => void;
	/** Sends what is left. */
	shutdown: () => Promise<void>;
};

/**
 * Returns a tracer that sends spans as OTLP over HTTP. The packages read the endpoint, its headers and the service's
 * name from the usual variables. `onError` gets what prevents sending. This file is loaded only while traces are sent.
 */
export function createTracer(variables: Config, onError: (error: unknown) => void): Tracer {
	setGlobalErrorHandler(onError);
	const provider = new TracerProvider({
		resource: defaultResource()
			.merge(resourceFromAttributes({ 'service.name': 'townbell', 'service.version': APP_VERSION }))
			.merge(detectResources({ detectors: [envDetector] })),
		sampler: createSampler(variables),
		spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
	});
	const tracer = provider.getTracer('townbell');
	const propagator = new W3CTraceContextPropagator();
	return {
		startSpan({ name, kind, attributes, headers }, parent) {
			const context = parent
				? trace.setSpan(ROOT_CONTEXT, parent)
				: propagator.extract(ROOT_CONTEXT, headers ?? new Headers(), HEADERS);
			return tracer.startSpan(name, { kind: KINDS[kind], attributes }, context);
		},
		endSpan(work, span) {
			span.setAttributes(work.attributes);
			if ('error' in work) span.setAttribute('error.type', toErrorType(work.error));
			if (hasFailed(work)) span.setStatus({ code: SpanStatusCode.ERROR });
			span.end();
		},
		shutdown: () => provider.shutdown(),
	};
}

const HEADERS = {
	get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
	keys: (headers: Headers) => [...headers.keys()],
};

/** Returns the kind, code or name of an error. Its message may contain what users typed. */
function toErrorType(error: unknown): string {
	if (error instanceof Refusal) return error.kind;
	if (!(error instanceof Error)) return '_OTHER';
	return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Returns whether the work failed; a refusal, such as "not signed in", is an expected result. */
function hasFailed({ kind, attributes, ...work }: TracedWork): boolean {
	const status = Number(attributes['http.response.status_code'] ?? 0);
	if (status >= (kind === 'client' ? 400 : 500)) return true;
	return 'error' in work && !(work.error instanceof Refusal);
}

function createSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Config): Sampler {
	const root = name.endsWith('off')
		? new AlwaysOffSampler()
		: name.endsWith('ratio')
			? new TraceIdRatioBasedSampler(share)
			: new AlwaysOnSampler();
	return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}
