import { defineRoute } from '../define-route.js';
import { queueJobsAnswer, queueJobsQuery, queuesAnswer } from './queues.http.js';

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
