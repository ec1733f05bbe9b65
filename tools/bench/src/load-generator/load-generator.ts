import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestSystem } from '../test-system.js';
import type { LoadPlan, LoadResult } from './plan.js';

const program = fileURLToPath(new URL('program.js', import.meta.url));

export interface LoadGenerator {
  readonly pid: number | undefined;
  /** Resolves when every post is answered. One plan at a time. */
  run(plan: LoadPlan): Promise<LoadResult>;
  close(): Promise<void>;
}

/** Starts a process that posts leads to the test system. */
export function startLoadGenerator({ system }: TestSystem, connections: number): LoadGenerator {
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
    async run(plan) {
      child.send(plan);
      const [result] = (await Promise.race([once(child, 'message'), failed])) as [LoadResult];
      return result;
    },
    async close() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
