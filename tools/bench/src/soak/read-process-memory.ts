import { readFileSync } from 'node:fs';
import type { Stack, StackOptions } from '@desk/tool-start';
import { ask, askableOptions } from '../ask-process.js';
import type { ProcessIds } from '../processes.js';

const KB_PER_MB = 1_024;
const BYTES_PER_MB = 1_048_576;

/** Returns the stack options with which the memory of the services can be read. */
export function memoryReaderOptions(stateDir: string): Pick<StackOptions, 'nodeArgs' | 'extraEnv'> {
  const { nodeArgs = [], extraEnv } = askableOptions(stateDir, new URL('memory-reader.js', import.meta.url));
  return { nodeArgs: ['--expose-gc', ...nodeArgs], ...(extraEnv && { extraEnv }) };
}

/**
 * Memory of a process that it shares with no other, in MB: PostgreSQL's connections would count their shared buffers
 * once each. 0 for a process that has ended, or on systems without /proc.
 */
function ownMemoryMb(pid: number): number {
  try {
    const kb = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kb ?? 0) / KB_PER_MB;
  } catch {
    return 0;
  }
}

/** By process name. */
export const readOwnMemory = (processes: ProcessIds): Record<string, number> =>
  Object.fromEntries(
    Object.entries(processes).map(([name, pids]) => [
      name,
      pids.reduce((sum, pid) => sum + ownMemoryMb(pid), 0),
    ]),
  );

/** Collects the garbage of all services and returns what is left on their heaps, in MB by service name. */
export async function collectGarbage({ services }: Stack, stateDir: string): Promise<Record<string, number>> {
  const sizes = await Promise.all(
    Object.entries(services).map(async ([name, copies]) => {
      const left = await Promise.all(copies.map(async (copy) => Number(await ask(copy, stateDir))));
      return [name, left.reduce((sum, bytes) => sum + bytes, 0) / BYTES_PER_MB] as const;
    }),
  );
  return Object.fromEntries(sizes);
}
