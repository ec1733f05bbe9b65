import type { DataSource } from 'typeorm';
import type { PeriodicTasks } from '../periodic-tasks.js';

const INTERVAL_MS = 2_000;
const BATCH = 5_000;

/**
 * Every two seconds, adds all appended changes to their counts. `fold` is a statement that takes at most $1 changes and
 * returns, as `folded`, how many it took.
 */
export function startFolding(tasks: PeriodicTasks, dataSource: DataSource, name: string, fold: string): void {
  const foldAll = async (): Promise<void> => {
    for (;;) {
      const [row]: { folded: number }[] = await dataSource.query(fold, [BATCH]);
      if ((row?.folded ?? 0) < BATCH) return;
    }
  };
  tasks.start({ name, intervalMs: INTERVAL_MS, run: foldAll });
}
