import { queueNames } from '@desk/contracts';
import { Redis } from 'ioredis';
import type { TestSystem } from '../test-system.js';

type QueueCounters = Awaited<ReturnType<typeof readQueueCounters>>;

/**
 * Commands within scripts are counted like those of clients, so only these commands show how often a client called
 * Redis.
 */
const SENT_BY_CLIENTS = ['evalsha', 'bzpopmin', 'publish'] as const;

/** Returns what Redis has counted since its start: jobs of all queues, and calls of each command, even by scripts. */
export async function readQueueCounters({ stack }: TestSystem) {
  const redis = new Redis(stack.urls.redis);
  try {
    // BullMQ numbers the jobs of each queue.
    const numbers = await redis.mget(queueNames.map((queue) => `{desk.${queue}}:${queue}:id`));
    const stats = await redis.info('commandstats');
    const commands = [...stats.matchAll(/^cmdstat_(\w+):calls=(\d+)/gm)].map(
      ([, name = '', calls]): [string, number] => [name, Number(calls)],
    );
    return {
      jobs: numbers.reduce((sum, number) => sum + Number(number ?? 0), 0),
      commands: Object.fromEntries(commands) as Readonly<Record<string, number>>,
    };
  } finally {
    redis.disconnect();
  }
}

/** Returns the average per lead of jobs, and of the commands that the processes sent. */
export function countPerLead(before: QueueCounters, after: QueueCounters, leads: number) {
  const sent = SENT_BY_CLIENTS.map((name) => (after.commands[name] ?? 0) - (before.commands[name] ?? 0));
  return {
    jobs: (after.jobs - before.jobs) / leads,
    redisCommands: sent.reduce((sum, count) => sum + count, 0) / leads,
  };
}
