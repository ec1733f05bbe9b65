import { recordedTraceId } from '@desk/bullmq-transport';

/** Labels that lead from a measurement to the trace in progress. Empty unless that trace is recorded. */
export function exemplarLabels(): Record<string, string> {
  const traceId = recordedTraceId();
  return traceId === undefined ? {} : { trace_id: traceId };
}
