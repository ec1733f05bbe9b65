import { array, boolean, type InferType, number, string } from 'yup';
import { defineRoute } from '../define-route.js';
import { count, instant, strictObject } from '../primitives.js';
import { queueNames } from '../queues.js';
import { jobFailureKinds, jobStates } from './queues.values.js';

const queueName = () => string().oneOf(queueNames, 'Unknown queue').required();

const queueSummary = strictObject({
  queue: queueName(),
  waiting: count(),
  active: count(),
  delayed: count(),
  failed: count(),
  /** How long the job that is next has waited; null if none waits. */
  oldestWaitingMs: number().min(0).nullable().defined(),
  /** Whether somebody stopped the queue in Redis. */
  isPaused: boolean().required(),
  /** Processes that take jobs from the queue; null if Redis does not list its connections. */
  workers: count().nullable(),
});
export type QueueSummary = InferType<typeof queueSummary>;

export const queuesAnswer = strictObject({ queues: array(queueSummary).required() });
export type QueuesAnswer = InferType<typeof queuesAnswer>;

export const queueJobsQuery = strictObject({
  queue: queueName(),
  state: string()
    .oneOf([...jobStates], 'Unknown state')
    .required(),
});

/** A job as far as admins see it: ids, names and times, nothing of its content. */
const queueJob = strictObject({
  /** Random for a command; `<name>~<key>` for an event, where the key tells occurrences apart. */
  id: string().max(500).required(),
  name: string().max(200).required(),
  /** Attempts so far. */
  attempts: count(),
  maxAttempts: count(),
  /** How often a process ended or hung while it handled the job. */
  lostProcesses: count(),
  addedAt: instant(),
  /** Start of the last attempt; null before the first. */
  startedAt: instant().nullable(),
  /** Null unless an attempt has failed. */
  failure: string()
    .nullable()
    .defined()
    .oneOf([...jobFailureKinds, null]),
});
export type QueueJob = InferType<typeof queueJob>;

/** At most `MAX_LISTED_JOBS`: those that are next or, of failed jobs, the newest. */
export const queueJobsAnswer = strictObject({ jobs: array(queueJob).required(), total: count() });
export type QueueJobsAnswer = InferType<typeof queueJobsAnswer>;

/** The page reads both again by itself. */
const extendsSession = false;

export const queueRoutes = {
  listQueues: defineRoute('GET', '/api/admin/queues', 'admin', {
    summary:
      'List the queues between services: how many jobs wait, run, repeat and failed, and who takes them',
    answer: queuesAnswer,
    extendsSession,
  }),
  listQueueJobs: defineRoute('GET', '/api/admin/queue-jobs', 'admin', {
    summary: 'List jobs of one queue in one state, without their content',
    query: queueJobsQuery,
    answer: queueJobsAnswer,
    extendsSession,
  }),
} as const;
