import type { QueueSummary } from '@desk/contracts/messages/queues.routes';
import type { JobState } from '@desk/contracts/messages/queues.values';
import { describeFailureKind } from '../labels';
import type { Tone } from '@/lib/tone';

export const jobStateLabels: Record<JobState, string> = {
  waiting: 'Waiting',
  active: 'Running',
  delayed: 'Retrying',
  failed: 'Failed',
};

/** Which jobs come first. */
export const jobOrders: Record<JobState, string> = {
  waiting: 'next one',
  active: 'longest running',
  delayed: 'next one',
  failed: 'newest',
};

const EVENTS = '.events';
const COMMANDS = '.rpc';

/** 'billing.rpc' → 'Commands to billing'. */
export const describeQueue = (queue: string): string =>
  queue.endsWith(EVENTS)
    ? `Events for ${queue.slice(0, -EVENTS.length)}`
    : `Commands to ${queue.endsWith(COMMANDS) ? queue.slice(0, -COMMANDS.length) : queue}`;

export function describeQueueState({ isPaused, workers }: Pick<QueueSummary, 'isPaused' | 'workers'>): {
  readonly label: string;
  readonly tone: Tone;
} {
  if (isPaused) return { label: 'Paused', tone: 'danger' };
  if (workers === null) return { label: 'Unknown', tone: 'neutral' };
  return workers === 0 ? { label: 'No workers', tone: 'danger' } : { label: 'Open', tone: 'brand' };
}

/** Says why the last attempt failed. The service's log has the error. */
export const describeJobFailure = (kind: string | null): string =>
  kind === null ? 'None' : describeFailureKind(kind, "Another reason: see the service's log");

/** What an empty list of jobs in this state means. */
export const emptyHints: Record<JobState, string> = {
  waiting: 'Jobs that no process has taken yet appear here, the next one first.',
  active: 'Jobs that a process is handling appear here, the longest running first.',
  delayed: 'Jobs whose last attempt failed wait here for their next one.',
  failed:
    'Commands stay here for an hour after their last attempt. Events do not: their senders send them again, see Failed messages.',
};
