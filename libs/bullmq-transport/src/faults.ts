import { UnrecoverableError } from 'bullmq';

/**
 * Replaces what a handler threw. BullMQ stores error messages in Redis, and those of libraries may quote personal data;
 * the original error stays in the process as the cause.
 */
class HandlerFault extends Error {
  override readonly name = 'HandlerFault';
}

/** Throws an error that may be stored in Redis, with what the handler threw as its cause. */
export function throwHidden(error: unknown): never {
  throw error instanceof UnrecoverableError
    ? error
    : new HandlerFault('the handler failed', { cause: error });
}

/** Returns what the handler threw, for the log. */
export const originalError = (error: Error): unknown => (error instanceof HandlerFault ? error.cause : error);

/** Creates the error of a message that no retry can handle. `what` is stored in Redis, the cause is not. */
export const unreadable = (what: string, cause?: unknown): UnrecoverableError =>
  Object.assign(new UnrecoverableError(what), { cause });
