import type { DataSource } from 'typeorm';
import type { PeriodicTasks } from '../periodic-tasks.js';

const INTERVAL_MS = 2_000;
/** A shutdown waits for the run in progress. The next run goes on. */
const MAX_RUN_MS = 3_000;
const BATCH = 5_000;

/**
 * Every two seconds, adds appended changes to their counts. `fold` is a statement that takes at most $1
 * changes and returns, as `folded`, how many it took.
 */
export function startFolding(tasks: PeriodicTasks, dataSource: DataSource, name: string, fold: string): void {
  const foldAll = async (): Promise<void> => {
    const endsAt = performance.now() + MAX_RUN_MS;
    for (let folded = BATCH; folded >= BATCH && performance.now() < endsAt;) {
      const [row]: { folded: number }[] = await dataSource.query(fold, [BATCH]);
      folded = row?.folded ?? 0;
    }
  };
  tasks.start({ name, intervalMs: INTERVAL_MS, run: foldAll });
}
