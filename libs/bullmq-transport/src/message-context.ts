import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';

/** Connects the log lines that one request causes, across services. */
export interface MessageContext {
  readonly correlationId: string;
  /** W3C trace context: `00-<32 hex>-<16 hex>-<2 hex>`. */
  readonly traceparent: string;
  /**
   * The user who caused the request has just proved who they are. Only the service that acts for the user learns this,
   * from the command.
   */
  readonly hasRecentProof?: boolean;
}

const storage = new AsyncLocalStorage<MessageContext>();
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export const currentContext = (): MessageContext | undefined => storage.getStore();
export const runInContext = <T>(context: MessageContext, work: () => T): T => storage.run(context, work);

/** Records in the current context that its user has just proved who they are. */
export function recordRecentProof(): void {
  const context = storage.getStore();
  if (context) Object.assign(context, { hasRecentProof: true });
}

let recordedShare = 1;

/** Sets what share of the traces that begin without a span is recorded: those of messages that no request causes. */
export const setRecordedShare = (share: number): void => {
  recordedShare = share;
};

/** Creates a context for new work, or continues that of a request or message. */
export function newContext(from: { correlationId?: string; traceparent?: string } = {}): MessageContext {
  const ownFlags = Math.random() < recordedShare ? '01' : '00';
  const [, traceId = randomBytes(16).toString('hex'), , flags = ownFlags] =
    TRACEPARENT.exec(from.traceparent ?? '') ?? [];
  return {
    correlationId: from.correlationId ?? randomUUID(),
    traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}`,
  };
}
