import { readFileSync } from 'node:fs';
import type { ProcessIds } from '../processes.js';

const KB_PER_MB = 1_024;

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

const HEAP = /^nodejs_heap_size_used_bytes (\S+)$/m;
const BYTES_PER_MB = 1_048_576;

/** Returns the used heap of a service in MB, as it shows in its own metrics. */
export async function readHeap(metricsPort: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  return Number(HEAP.exec(await response.text())?.[1] ?? NaN) / BYTES_PER_MB;
}
