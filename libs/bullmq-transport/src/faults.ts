import type { FailureKind, JobFailureKind } from '@desk/contracts';
import { UnrecoverableError } from 'bullmq';
import { isDependencyFailure } from './dependency-failure.js';

/**
 * Replaces what a handler threw. BullMQ stores error messages in Redis, and those of libraries may quote personal data;
 * the original error stays in the process as the cause.
 */
class HandlerFault extends Error {
  override readonly name = 'HandlerFault';
}

const HANDLER_FAILED = 'the handler failed';
/** The second alternative is BullMQ's own message. */
const PROCESS_LOST =
  /^\d+ processes ended while they handled this message$|^job stalled more than allowable limit/;
const UNREADABLE =
  / cannot be opened$| does not handle '| may not send '| has the id of another message$| does not match its contract: /;

/** Throws an error that may be stored in Redis, with what the handler threw as its cause. */
export function throwHidden(error: unknown): never {
  throw error instanceof UnrecoverableError ? error : new HandlerFault(HANDLER_FAILED, { cause: error });
}

/** Returns what the handler threw, for the log. */
export const originalError = (error: Error): unknown => (error instanceof HandlerFault ? error.cause : error);

/** For a message that no retry can handle. The error's text is stored in Redis, its cause is not. */
class UnreadableMessage extends UnrecoverableError {}
/** For a message during whose handling too many processes ended. */
class ProcessLosses extends UnrecoverableError {}

/** Creates the error of a message that no retry can handle. `what` is stored in Redis, the cause is not. */
export const unreadable = (what: string, cause?: unknown): UnrecoverableError =>
  Object.assign(new UnreadableMessage(what), { cause });

/** Creates the error of a message that may be what ended the processes that handled it. */
export const processLost = (times: number): UnrecoverableError =>
  new ProcessLosses(`${times} processes ended while they handled this message`);

/** Whether BullMQ will not repeat the job by itself. */
export const isFinal = (error: unknown): boolean => error instanceof UnrecoverableError;

/** What to report to the sender. Undefined if the message is not at fault: it is repeated for as long as it takes. */
export function failureKindOf(error: unknown): FailureKind | undefined {
  if (error instanceof UnreadableMessage) return 'unreadable';
  if (error instanceof ProcessLosses) return 'process-lost';
  return isDependencyFailure(error) ? undefined : 'handler-failed';
}

/**
 * Classifies the failure reason that BullMQ stored. The reason itself is never shown, because anyone who can write to
 * Redis can put anything there.
 */
export function storedFailureKind(reason: string): JobFailureKind {
  if (reason === HANDLER_FAILED) return 'handler-failed';
  if (PROCESS_LOST.test(reason)) return 'process-lost';
  return UNREADABLE.test(reason) ? 'unreadable' : 'other';
}
