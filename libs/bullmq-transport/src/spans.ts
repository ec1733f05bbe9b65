import {
  currentContext,
  type MessageContext,
  newContext,
  runInContext,
  setRecordedShare,
} from './message-context.js';

export type SpanAttributes = Readonly<Record<string, string | number>>;

/** One step of a trace, as known when it begins. Names and attributes contain ids and codes, never personal data. */
export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'consumer' | 'client';
  readonly attributes: SpanAttributes;
  /** `traceparent` of a caller whose trace is not continued, only named. */
  readonly link?: string;
}

export interface SpanEnd {
  /** Replaces the name, if it was not known before. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  readonly error?: unknown;
}

export interface StartedSpan {
  /** What later steps name as their parent. */
  readonly traceparent: string;
  readonly end: (end: SpanEnd) => void;
}

/** Starts a span below `parent`, or the first one of a new trace. */
export type SpanStarter = (start: SpanStart, parent: string | undefined) => StartedSpan;

const TRACE_ID = { start: 3, end: 35 };
const SAMPLED = 1;

type ContextSource = Parameters<typeof newContext>[0];

let startSpan: SpanStarter | undefined;

/** Records spans of this share of traces from now on, or stops. Without spans, contexts only carry ids of traces. */
export const recordSpans = (starter: SpanStarter | undefined, share = 1): void => {
  startSpan = starter;
  setRecordedShare(share);
};

/** The id of the trace in progress, if it is recorded; what is not recorded cannot be looked up. */
export function recordedTraceId(): string | undefined {
  const traceparent = currentContext()?.traceparent;
  if (!startSpan || traceparent === undefined || (parseInt(traceparent.slice(-2), 16) & SAMPLED) === 0)
    return undefined;
  return traceparent.slice(TRACE_ID.start, TRACE_ID.end);
}

/** Starts a span and the context of the work that it covers. The span is undefined if none are recorded. */
export function beginSpan(
  start: SpanStart,
  from: ContextSource = {},
): { readonly context: MessageContext; readonly span: StartedSpan | undefined } {
  const context = newContext(from);
  if (!startSpan) return { context, span: undefined };
  const span = startSpan(start, from.traceparent);
  return { context: { ...context, traceparent: span.traceparent }, span };
}

/** Runs the work in a context of its own, and records it as a span. */
export async function runInSpan<T>(
  start: SpanStart,
  from: ContextSource,
  work: () => Promise<T>,
): Promise<T> {
  const { context, span } = beginSpan(start, from);
  if (!span) return runInContext(context, work);
  try {
    const result = await runInContext(context, work);
    span.end({});
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}
