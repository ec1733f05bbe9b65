import { recordSpans } from '@desk/bullmq-transport';
import type { SenderName } from '@desk/contracts';
import type { CommonEnv } from '../env.js';

type TracingEnv = Pick<CommonEnv, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

/**
 * Records and exports spans if a collector is set; otherwise OpenTelemetry is not loaded. Returns a function that sends
 * the last spans and stops.
 */
export async function startTracing(service: SenderName, env: TracingEnv): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = env;
  if (!endpoint) return () => Promise.resolve();
  const { createTracing } = await import('./otlp-tracing.js');
  const { startSpan, stop } = createTracing({ service, endpoint, share });
  recordSpans(startSpan, share);
  return async () => {
    recordSpans(undefined);
    await stop();
  };
}
