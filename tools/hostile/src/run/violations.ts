import type { Operation } from '../requests/api-document.js';
import type { Answer } from './sender.js';

export const MAX_ANSWER_MS = 1_000;

export type ViolationKind = 'no answer' | 'server error' | 'slow' | 'not a problem document' | 'nonsense';

/**
 * Only a live stream may be refused with 503: it holds a connection, so a process limits how many it has. Everything
 * else is asked for at a rate far below capacity, where "busy" would mean that the attack succeeds.
 */
const isDocumentedRefusal = ({ isStream }: Operation, { status, retryAfter }: Answer): boolean =>
  isStream && status === 503 && retryAfter !== undefined;

/** Returns what is wrong with an answer to a hostile request, the worst first. */
export function findViolation(operation: Operation, answer: Answer): ViolationKind | undefined {
  const { status, contentType, durationMs, isNonsense } = answer;
  if (status === undefined) return 'no answer';
  if (status >= 500 && !isDocumentedRefusal(operation, answer)) return 'server error';
  if (durationMs > MAX_ANSWER_MS) return 'slow';
  if (status >= 400 && !contentType.startsWith('application/problem+json')) return 'not a problem document';
  // Something that nobody could mean was accepted once: here it is shown again.
  return status < 400 && isNonsense ? 'nonsense' : undefined;
}
