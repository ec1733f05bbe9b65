import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { processorTimeMs } from '@desk/tool-workload';
import type { Stack } from '@desk/tool-start';

/** Processes of the test system by name, if the system has /proc. PostgreSQL has one for each connection. */
type ProcessIds = Readonly<Record<string, readonly number[]>>;

export function findProcesses({ services, sandbox, postgres, redis }: Stack): ProcessIds {
  if (!existsSync('/proc')) return {};
  const one = (pid: number | undefined): number[] => (pid === undefined ? [] : [pid]);
  const postmaster = one(postgres?.pid);
  return {
    ...Object.fromEntries(
      Object.entries(services).map(([name, copies]) => [name, copies.flatMap(({ pid }) => one(pid))]),
    ),
    ...(sandbox ? { sandbox: one(sandbox.pid) } : {}),
    PostgreSQL: [...postmaster, ...postmaster.flatMap(findChildren)],
    Redis: one(redis?.pid),
  };
}

/** Milliseconds by process name. */
export type ProcessorTimes = Readonly<Record<string, number>>;

/** A PostgreSQL connection that was closed takes its processor time with it, so compare within one phase. */
export const readProcessorTimes = (processes: ProcessIds): ProcessorTimes =>
  Object.fromEntries(
    Object.entries(processes).map(([name, pids]) => [
      name,
      pids.reduce((sum, pid) => sum + (processorTimeMs(pid) ?? 0), 0),
    ]),
  );

/** What the processes took from `before` to `after`, divided by `count`. */
export const processorTimePer = (
  count: number,
  before: ProcessorTimes,
  after: ProcessorTimes,
): ProcessorTimes =>
  Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, Math.max(0, ms - (before[name] ?? 0)) / count]),
  );

export function formatProcessorTimes(times: ProcessorTimes): string {
  const entries = Object.entries(times);
  if (entries.length === 0) return 'not available on this system';
  const total = entries.reduce((sum, [, ms]) => sum + ms, 0);
  return `${total.toFixed(1)} ms (${entries.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ')})`;
}

function findChildren(parent: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    return readParent(entry) === parent ? [Number(entry)] : [];
  });
}

/** Undefined for a process that has just ended. */
function readParent(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return undefined;
  }
}
