import { rmSync } from 'node:fs';
import { temporaryStateDir } from '@desk/tool-start';
import { openWorld, type World, type WorldOptions } from './world.js';

export interface Place {
  readonly signal: AbortSignal;
  readonly nodeArgs?: readonly string[];
  readonly env?: WorldOptions['env'];
  /** Told where data and logs lie when they are kept. */
  readonly kept: (folder: string) => void;
}

/** A fresh system for the time of the work. `mustKeep` is asked at the end; a failure keeps the folder too. */
export async function withWorld<T>(
  { signal, nodeArgs = [], env = {}, kept }: Place,
  work: (world: World) => Promise<T>,
  mustKeep: (result: T) => boolean,
): Promise<T> {
  const stateDir = temporaryStateDir('chaos');
  let keep = true;
  try {
    const world = await openWorld({ stateDir, signal, nodeArgs, env });
    try {
      const result = await work(world);
      keep = mustKeep(result);
      return result;
    } finally {
      await world.stop();
    }
  } finally {
    if (keep && !signal.aborted) kept(stateDir);
    else rmSync(stateDir, { recursive: true, force: true });
  }
}
