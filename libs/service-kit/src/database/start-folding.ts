import type { DataSource } from 'typeorm';
import type { PeriodicTasks } from '../periodic-tasks.js';

const INTERVAL_MS = 2_000;
const BATCH = 5_000;

/**
 * Adds appended changes to their counts, every two seconds until none is left. `fold` is a statement whose $1 is how many
 * changes it may take, and which returns how many it took as `folded`.
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
