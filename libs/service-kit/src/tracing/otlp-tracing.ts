import type { SpanEnd, SpanStarter } from '@desk/bullmq-transport';
import { DomainError, type SenderName } from '@desk/contracts';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
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
  /** Share of new traces that are recorded, from 0 to 1. A trace that began elsewhere is recorded if its sender does. */
  readonly share: number;
}

/** A collector that is away must not keep a service from ending. */
const EXPORT_TIMEOUT_MS = 5_000;

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

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
    startSpan: ({ name, kind, attributes }, parent) => {
      const options = { kind: kinds[kind], attributes };
      const span = tracer.startSpan(name, options, toContext(parent));
      return { traceparent: toTraceparent(span), end: (end) => endSpan(span, end) };
    },
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

function toContext(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = traceparent?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const parent = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
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
