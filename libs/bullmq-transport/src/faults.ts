import { UnrecoverableError } from 'bullmq';

/**
 * BullMQ writes the message of a failure into Redis, and the message of a library may quote a person's data.
 * So a job fails with this one, and the original stays in the process as its cause.
 */
class HandlerFault extends Error {
  override readonly name = 'HandlerFault';
}

/** Throws what may be seen in Redis in the place of what a handler threw. */
export function hide(error: unknown): never {
  throw error instanceof UnrecoverableError
    ? error
    : new HandlerFault('the handler failed', { cause: error });
}

/** What the handler threw, for the log. */
export const unhide = (error: Error): unknown => (error instanceof HandlerFault ? error.cause : error);

/** A message that this job can never get handled. `what` is seen in Redis, the cause is not. */
export const unreadable = (what: string, cause?: unknown): UnrecoverableError =>
  Object.assign(new UnrecoverableError(what), { cause });
