import { setTimeout as pause } from 'node:timers/promises';
import type { BatchResult, Reencryption } from './reencryption.js';

export interface TaskRun {
  readonly converted: number;
  readonly failures: BatchResult['failures'];
}

/** A pause as long as the batch leaves half of the time of one connection and processor to others. */
const pauseAfter = (startedAt: number): Promise<void> => pause(performance.now() - startedAt);

/** Runs batches until a pass finds nothing, or a whole pass converts nothing because all that is left is in use. */
export async function runTask(
  reencryption: Pick<Reencryption, 'runBatch'>,
  isStopping: () => boolean = () => false,
): Promise<TaskRun> {
  const failures: TaskRun['failures'][number][] = [];
  let converted = 0;
  let convertedInPass = 0;
  while (!isStopping()) {
    const startedAt = performance.now();
    const batch = await reencryption.runBatch();
    converted += batch.converted;
    convertedInPass += batch.converted;
    failures.push(...batch.failures);
    if (batch.next === 'completed' || batch.next === 'busy') break;
    if (batch.next === 'again') {
      if (convertedInPass === 0) break;
      convertedInPass = 0;
    }
    await pauseAfter(startedAt);
  }
  return { converted, failures };
}
