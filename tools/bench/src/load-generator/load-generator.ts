import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Sample } from '../load/load.js';
import type { TestSystem } from '../test-system.js';
import type { LoadPlan, PostSample } from './lead-poster.js';

const program = fileURLToPath(new URL('program.js', import.meta.url));

export type LoadGenerator = ReturnType<typeof startLoadGenerator>;

/** Starts a process that posts leads to the test system. */
export function startLoadGenerator({ system }: TestSystem, connections: number) {
  const child = fork(program, [system.webUrl, String(connections)], {
    serialization: 'advanced',
    env: { PATH: process.env.PATH, FUNNEL_KEY: system.funnelKey },
  });
  const exited = once(child, 'exit');
  const failed = exited.then(() => {
    throw new Error('The load generator ended.');
  });
  failed.catch(() => undefined);
  return {
    pid: child.pid,
    /** Resolves when every post is answered. One plan at a time. */
    async run(plan: LoadPlan): Promise<PostSample[]> {
      child.send(plan);
      const [posts] = (await Promise.race([once(child, 'message'), failed])) as [PostSample[]];
      return posts;
    },
    async close(): Promise<void> {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/**
 * Adds to each accepted lead when its email was recorded as sent, which is just after the mail server took it. The
 * sandbox's inbox keeps only the newest mails. A lead without an email is an error.
 */
export async function addEmailTimes({ pool }: TestSystem, samples: readonly Sample[]): Promise<void> {
  const { rows } = await pool.query<{ leadId: string; sentAt: number }>(
    `SELECT lead_id AS "leadId", (extract(epoch FROM sent_at) * 1000)::float8 AS "sentAt"
       FROM notifications.deliveries WHERE kind = 'email' AND sent_at IS NOT NULL`,
  );
  const sentAtByLead = new Map(rows.map(({ leadId, sentAt }) => [leadId, sentAt]));
  for (const sample of samples) {
    if (sample.leadId === undefined) continue;
    const sentAt = sentAtByLead.get(sample.leadId);
    if (sentAt !== undefined) sample.emailedAt = sentAt;
    else sample.error ??= 'no email';
  }
}
