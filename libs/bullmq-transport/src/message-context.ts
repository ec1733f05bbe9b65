import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { someRandom } from './random.js';

/** What ties the log lines of one lead's way together, across services. */
export interface MessageContext {
  readonly correlationId: string;
  /** W3C trace context: `00-<32 hex>-<16 hex>-<2 hex>`. */
  readonly traceparent: string;
}

const storage = new AsyncLocalStorage<MessageContext>();
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export const currentContext = (): MessageContext | undefined => storage.getStore();
export const runInContext = <T>(context: MessageContext, work: () => T): T => storage.run(context, work);

/** A context for work that begins here, or that goes on from a caller's header. */
export function newContext(from: { correlationId?: string; traceparent?: string } = {}): MessageContext {
  const [, traceId = someRandom(16).toString('hex'), , flags = '01'] =
    TRACEPARENT.exec(from.traceparent ?? '') ?? [];
  return {
    correlationId: from.correlationId ?? randomUUID(),
    traceparent: `00-${traceId}-${someRandom(8).toString('hex')}-${flags}`,
  };
}
