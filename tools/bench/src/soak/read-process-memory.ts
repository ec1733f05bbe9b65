import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack, StackOptions } from '@desk/tool-start';
import type { ProcessIds } from '../processes.js';
import { waitForFile } from '../wait-for-file.js';

const KB_PER_MB = 1_024;
const BYTES_PER_MB = 1_048_576;

const memoryDir = (stateDir: string): string => join(stateDir, 'memory');

/** Returns the stack options with which the memory of the services can be read. */
export function memoryReaderOptions(stateDir: string): Pick<StackOptions, 'nodeArgs' | 'extraEnv'> {
  const directory = memoryDir(stateDir);
  mkdirSync(directory, { recursive: true });
  return {
    nodeArgs: ['--expose-gc', '--import', new URL('memory-reader.js', import.meta.url).href],
    extraEnv: () => ({ BENCH_MEMORY_DIR: directory }),
  };
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
      const left = await Promise.all(
        copies.map(({ pid }) => collectGarbageOf(name, pid, memoryDir(stateDir))),
      );
      return [name, left.reduce((sum, bytes) => sum + bytes, 0) / BYTES_PER_MB] as const;
    }),
  );
  return Object.fromEntries(sizes);
}

/** In bytes. */
async function collectGarbageOf(name: string, pid: number | undefined, directory: string): Promise<number> {
  if (pid === undefined) throw new Error(`${name} is not running, so its memory cannot be read`);
  const file = join(directory, String(pid));
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  await waitForFile(file, `${name} did not respond to the memory signal`);
  return Number(readFileSync(file, 'utf8'));
}
