import { failureKinds } from './failed-messages.values.js';

/** Where a job is: next in its queue, with a worker, waiting for its next attempt, or failed for good. */
export const jobStates = ['waiting', 'active', 'delayed', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** Why the last attempt at a job failed. Nobody is shown the error itself, which Redis keeps. */
export const jobFailureKinds = [...failureKinds, 'other'] as const;
export type JobFailureKind = (typeof jobFailureKinds)[number];

/** Per queue and state. */
export const MAX_LISTED_JOBS = 50;
