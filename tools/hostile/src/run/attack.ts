import { setTimeout as pause } from 'node:timers/promises';
import type { HostileRequest, RequestGenerator } from '../requests/request-generator.js';
import type { Answer, RequestSender } from './sender.js';
import type { Operation } from '../requests/api-document.js';

export interface Violation {
  readonly kind: ViolationKind;
  readonly request: HostileRequest;
  readonly answer: Answer;
  /** How long the same request took when it was repeated alone. Only for slow answers. */
  readonly aloneMs?: number;
}

export type AttackResult = Awaited<ReturnType<typeof attack>>;

interface AttackOptions {
  readonly generator: RequestGenerator;
  readonly sender: Pick<RequestSender, 'send'>;
  readonly requests: number;
  /** Requests per second; 0 for as fast as answers come. */
  readonly rate: number;
  /** In flight at once. A slow answer holds up one of them only. */
  readonly concurrency?: number;
  readonly onProgress?: (sent: number) => void;
}

const DEFAULT_CONCURRENCY = 4;
const PROGRESS_INTERVAL = 1_000;

/** Sends the generated requests one after the other, a few in flight, and judges every answer. */
export async function attack(options: AttackOptions) {
  const { generator, sender, requests, rate, concurrency = DEFAULT_CONCURRENCY, onProgress } = options;
  const suspects: Violation[] = [];
  /** Number of answers by operation and status. */
  const statuses = new Map<string, Map<number, number>>();
  const durationsMs: number[] = [];
  const startedAt = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests) {
      const index = next++;
      if (rate > 0) await pause(Math.max(0, startedAt + (index * 1_000) / rate - performance.now()));
      const request = generator.generate(index);
      const answer = await sender.send(request);
      durationsMs.push(answer.durationMs);
      count(statuses, request.operation.id, answer.status ?? 0);
      const kind = findViolation(request.operation, answer);
      if (kind) suspects.push({ kind, request, answer });
      if ((index + 1) % PROGRESS_INTERVAL === 0) onProgress?.(index + 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const violations: Violation[] = [];
  for (const suspect of suspects) violations.push(await explain(suspect, sender));
  return { violations, statuses, durationsMs };
}

/** Repeats a slow request, to show whether it or the load was slow. */
async function explain(violation: Violation, sender: AttackOptions['sender']): Promise<Violation> {
  if (violation.kind !== 'slow') return violation;
  const { durationMs } = await sender.send(violation.request);
  return { ...violation, aloneMs: durationMs };
}

function count(statuses: Map<string, Map<number, number>>, operation: string, status: number): void {
  const counts = statuses.get(operation) ?? new Map<number, number>();
  statuses.set(operation, counts.set(status, (counts.get(status) ?? 0) + 1));
}

const MAX_ANSWER_MS = 1_000;

type ViolationKind = 'no answer' | 'server error' | 'slow' | 'not a problem document' | 'nonsense';

/**
 * Only a live stream may be refused with 503: it holds a connection, so a process limits how many it has. Every other
 * request comes at a rate far below capacity, so a 503 would mean that the attack succeeds.
 */
const isDocumentedRefusal = ({ isStream }: Operation, { status, retryAfter }: Answer): boolean =>
  isStream && status === 503 && retryAfter !== undefined;

/** Returns what is wrong with an answer to a hostile request, the worst first. */
export function findViolation(operation: Operation, answer: Answer): ViolationKind | undefined {
  const { status, contentType, durationMs, isNonsense } = answer;
  if (status === undefined) return 'no answer';
  if (status >= 500 && !isDocumentedRefusal(operation, answer)) return 'server error';
  if (durationMs > MAX_ANSWER_MS) return 'slow';
  const isProblem = operation.isAddress || contentType.startsWith('application/problem+json');
  if (status >= 400 && !isProblem) return 'not a problem document';
  // Meaningless text was accepted earlier, and this answer contains it.
  return status < 400 && isNonsense ? 'nonsense' : undefined;
}
