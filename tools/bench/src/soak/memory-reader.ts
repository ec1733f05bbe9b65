import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs before a service (`node --expose-gc --import`). At SIGUSR2 it collects all garbage and writes how large the heap
 * is then, in bytes, to BENCH_MEMORY_DIR, under the id of its process. The size before a collection depends on when V8
 * last cared to collect, which can be minutes ago in a process that is mostly idle.
 */
const { BENCH_MEMORY_DIR: directory = '' } = process.env;

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const file = join(directory, String(process.pid));
  writeFileSync(`${file}.new`, String(process.memoryUsage().heapUsed));
  renameSync(`${file}.new`, file);
});
