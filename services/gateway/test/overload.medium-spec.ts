import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AnnouncedBacklogs, JobPublisher, RedisLink } from '@desk/bullmq-transport';
import { type RunningServer, startRedis } from '@desk/embedded-servers';
import { LEAD_EMAILS } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Queue } from 'bullmq';
import { IngestAdmission } from '../src/ingest/ingest-admission.js';
import type { RunningGateway } from '../src/start-gateway.js';
import { startLoneGateway } from './lone-gateway.js';

// No other service runs: the test plays a notifier that handles fewer messages than arrive, or none.
const QUEUE = 'notifier.events';
const STEP_MS = 50;
const folder = mkdtempSync(join(tmpdir(), 'desk-overload-'));
let redis: RunningServer;
let gateway: RunningGateway;
let queue: Queue;

beforeAll(async () => {
  redis = await startRedis({ dataDir: folder });
  gateway = await startLoneGateway(redis.url, { RATE_LIMIT_FACTOR: '1000' });
  const link = gateway.app.get(RedisLink);
  queue = new Queue(QUEUE, { connection: link.commands, prefix: link.queuePrefix(QUEUE) });
});
afterEach(() => queue.obliterate({ force: true }));
afterAll(async () => {
  await queue.close();
  await gateway.close();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a body that no lead could have, without a key. */
const post = () =>
  fetch(`${gateway.url}/api/ingest/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });

/** Admits up to `posts` posts, and returns how many were admitted. */
async function acceptUpTo(posts: number): Promise<number> {
  const admission = gateway.app.get(IngestAdmission);
  let accepted = 0;
  for (; accepted < posts && !admission.findRefusal(); accepted += 1)
    await admission.track(() => Promise.resolve());
  return accepted;
}

/** Publishes a message for each admitted lead and removes `handledPerStep` messages each step, until `signal` aborts. */
async function acceptLeads(signal: AbortSignal, handledPerStep: number): Promise<void> {
  const publisher = gateway.app.get(JobPublisher);
  while (!signal.aborted) {
    const leads = Array.from({ length: await acceptUpTo(5) }, () => ({ id: randomUUID(), sealed: '' }));
    await publisher.publish(QUEUE, 'test', leads);
    const next = handledPerStep > 0 ? await queue.getJobs(['waiting'], 0, handledPerStep - 1, true) : [];
    await Promise.all(next.map((job) => job.remove()));
    await pause(STEP_MS);
  }
}

it('answers no post with 503 while a later step is down', async () => {
  const end = new AbortController();
  const accepting = acceptLeads(end.signal, 0);
  try {
    const statuses = new Set<number>();
    await eventually(async () => {
      statuses.add((await post()).status);
      const [oldest] = await queue.getJobs(['waiting'], 0, 0, true);
      return Date.now() - (oldest?.timestamp ?? Infinity) > 3_000;
    });
    expect([...statuses]).toEqual([401]);
  } finally {
    end.abort();
    await accepting;
  }
});

it('refuses posts without reading them while a later step falls behind, until that step has caught up', async () => {
  const end = new AbortController();
  const accepting = acceptLeads(end.signal, 1);
  try {
    const refused = await eventually(async () => {
      const response = await post();
      return response.status === 503 && response;
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.headers.get('x-request-id')).not.toBeNull();
    await expect(refused.json()).resolves.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  } finally {
    end.abort();
    await accepting;
  }
  await queue.obliterate({ force: true });
  await eventually(async () => (await post()).status === 401);
});

it('refuses posts while the announced backlog of emails is late, until the announcements end', async () => {
  const announced = gateway.app.get(AnnouncedBacklogs);
  const startedAt = Date.now();
  await eventually(async () => {
    await acceptUpTo(5);
    const measuredAt = Date.now();
    // Of what arrives, a fifth is sent, so every 5 s the oldest email is one that came 1 s later.
    const oldestAt = startedAt - 1_000 + (measuredAt - startedAt) / 5;
    const backlog = { waiting: 100, oldestAt, oldestAgeMs: measuredAt - oldestAt, measuredAt };
    await announced.announce(LEAD_EMAILS, backlog);
    return (await post()).status === 503;
  });
  await eventually(async () => (await post()).status === 401);
});
