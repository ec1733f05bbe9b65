import type { SpanEnd, SpanStarter } from '@desk/bullmq-transport';
import { DomainError, type SenderName } from '@desk/contracts';
import {
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

export interface TracingOptions {
  readonly service: SenderName;
  /** Base URL of a collector that accepts OTLP over HTTP. */
  readonly endpoint: string;
  /** Share of new traces that are recorded, from 0 to 1. The first span of a trace decides; later ones follow. */
  readonly share: number;
}

/** A collector that is down must not keep a service from ending. */
const EXPORT_TIMEOUT_MS = 5_000;

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const;

/** Starts spans of this process and sends them to the collector, some seconds later and in batches. */
export function createTracing({ service, endpoint, share }: TracingOptions): {
  readonly startSpan: SpanStarter;
  readonly stop: () => Promise<void>;
} {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'annuity-desk' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  const tracer = provider.getTracer('annuity-desk');
  return {
    startSpan: ({ name, kind, attributes, link }, parent) => {
      const options = { kind: kinds[kind], attributes, links: toLinks(link) };
      const span = tracer.startSpan(name, options, toContext(parent));
      return { traceparent: toTraceparent(span), end: (end) => endSpan(span, end) };
    },
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

/** Returns undefined unless `traceparent` contains valid ids. */
function toSpanContext(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparent?.split('-') ?? [];
  const context = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) && !Number.isNaN(context.traceFlags) ? context : undefined;
}

function toContext(traceparent: string | undefined): Context {
  const parent = toSpanContext(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function toLinks(traceparent: string | undefined): Link[] {
  const context = toSpanContext(traceparent);
  return context ? [{ context }] : [];
}

function toTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function endSpan(span: Span, { name, attributes = {}, error }: SpanEnd): void {
  if (name !== undefined) span.updateName(name);
  span.setAttributes(attributes);
  if (error !== undefined) {
    span.setAttribute('error.type', typeOf(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** The message of an error may quote data, so only its kind is recorded. A number is an HTTP status. */
const typeOf = (error: unknown): string => {
  if (typeof error === 'number') return String(error);
  if (error instanceof DomainError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
};
