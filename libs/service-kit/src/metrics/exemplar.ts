import { recordedTraceId } from '@desk/bullmq-transport';

/** Labels that lead from a measurement to the trace in progress; empty if it is not recorded. */
export function exemplarLabels(): Record<string, string> {
  const traceId = recordedTraceId();
  return traceId === undefined ? {} : { trace_id: traceId };
}
