import { rmSync } from 'node:fs';
import { createTemporaryStateDir } from '@desk/tool-start';
import { startTestSystem, type TestSystem, type TestSystemOptions } from './test-system.js';

export interface WithTestSystemOptions {
  readonly signal: AbortSignal;
  readonly copies: number;
  readonly editSets?: TestSystemOptions['editSets'];
  readonly servicesRoot?: string;
  /** Called with the folder of data and logs if it is kept. */
  readonly onKept: (folder: string) => void;
}

/** Runs `work` on a fresh system. Keeps its folder if `mustKeep` returns true or `work` fails. */
export async function withTestSystem<T>(
  { signal, copies, editSets = [], servicesRoot, onKept }: WithTestSystemOptions,
  work: (system: TestSystem) => Promise<T>,
  mustKeep: (result: T) => boolean,
): Promise<T> {
  const stateDir = createTemporaryStateDir('chaos');
  let isKept = true;
  try {
    const system = await startTestSystem({
      stateDir,
      copies,
      signal,
      editSets,
      ...(servicesRoot === undefined ? {} : { servicesRoot }),
    });
    try {
      const result = await work(system);
      isKept = mustKeep(result);
      return result;
    } finally {
      await system.stop();
    }
  } finally {
    if (isKept && !signal.aborted) onKept(stateDir);
    else rmSync(stateDir, { recursive: true, force: true });
  }
}
