import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

const directory = process.env['NODE_ENV'] === 'production' ? undefined : process.env['CHAOS_DIR'];

/** What this process is working on: the handling of a message, a run of a periodic task, a request, a send. */
interface Work {
  readonly name: string;
  commits: number;
}

const works = new AsyncLocalStorage<Work>();

/** Runs something under the name that its crash points get. */
export function runAsWork<R>(name: string, run: () => R): R {
  return directory === undefined ? run() : works.run({ name, commits: 0 }, run);
}

/** For what runs later, outside of the work in progress but on its behalf. */
export function captureWork(): <R>(run: () => R) => R {
  const work = works.getStore();
  return (run) => (work ? works.run(work, run) : run());
}

/**
 * Kills this process if `CHAOS_DIR` contains a file named `<service>:<work>:<moment>`, so that `tools/chaos` can test
 * crashes at exact moments. If the file contains `SIGSTOP`, freezes the process instead and leaves its id in the file.
 * The file is renamed first: one file, one signal. Does nothing without `CHAOS_DIR` or in production.
 */
export function crashPoint(service: string, moment: string): void {
  const work = works.getStore();
  if (directory === undefined || !work) return;
  const armed = join(directory, `${service}:${work.name}:${moment}`.replaceAll(/[ /]+/g, '-'));
  if (!existsSync(armed)) return;
  try {
    renameSync(armed, `${armed}.hit`);
  } catch {
    return; // another process was faster
  }
  const isFreeze = readFileSync(`${armed}.hit`, 'utf8') === 'SIGSTOP';
  if (isFreeze) writeFileSync(`${armed}.hit`, String(process.pid));
  process.kill(process.pid, isFreeze ? 'SIGSTOP' : 'SIGKILL');
}

/** Passes an action's crash points: `before-…`, `during-…` (the request has left this process) and `after-…`. */
export async function passCrashPoints<T>(service: string, action: string, act: () => Promise<T>): Promise<T> {
  if (directory === undefined) return act();
  crashPoint(service, `before-${action}`);
  const acting = act();
  acting.catch(() => undefined);
  await setImmediate();
  crashPoint(service, `during-${action}`);
  const result = await acting;
  crashPoint(service, `after-${action}`);
  return result;
}

/**
 * Like `passCrashPoints`, for a commit: `commit-1` is the first one of the work in progress. A commit that changes
 * nothing has no crash points, since most runs of a periodic task find nothing to do.
 */
export async function passCommit(
  service: string,
  commit: () => Promise<void>,
  changesSomething: () => Promise<boolean>,
): Promise<void> {
  const work = works.getStore();
  if (!work || !(await changesSomething())) return commit();
  work.commits += 1;
  return passCrashPoints(service, `commit-${work.commits}`, commit);
}

/** Passes the crash point after a commit that has changed something. */
export function passCommitted(service: string): void {
  const work = works.getStore();
  if (!work) return;
  work.commits += 1;
  crashPoint(service, `after-commit-${work.commits}`);
}
