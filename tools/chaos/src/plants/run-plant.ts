import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from '../faults/kinds.js';
import { planCells } from '../plan/plan.js';
import { runCells, type WaveResult } from '../run/run.js';
import { type Place, withWorld } from '../run/with-world.js';
import type { Plant } from './plants.js';

/** Shorter than in a plain run: here it is a finding, not a worry. Well over what a killed sender's lease takes. */
const DRAIN_LIMIT_MS = 50_000;

export interface PlantResult {
  readonly plant: string;
  /** The promises by which the bug showed itself; none when it was not caught. */
  readonly caughtBy: readonly string[];
  readonly waves: readonly WaveResult[];
}

/** Builds the bug in, brings about what shows it, and stops when it has shown itself. */
export async function runPlant(
  plant: Plant,
  seed: number,
  place: Omit<Place, 'nodeArgs' | 'env'> & { keep: boolean; onWave: (wave: WaveResult, of: number) => void },
): Promise<PlantResult> {
  const chosen = [...kinds.filter(({ name }) => plant.kinds.includes(name)), ...(plant.ownKinds ?? [])];
  const cells = planCells({
    cells: chosen.length * plant.rounds,
    seed,
    kinds: chosen,
    circumstance: plant.circumstance,
  });
  return withWorld(
    {
      ...place,
      nodeArgs: ['--import', new URL('./loader.js', import.meta.url).href],
      env: { CHAOS_PLANT: plant.name },
    },
    async (world) => {
      for (const index of plant.edits.keys())
        if (!existsSync(join(world.chaosDir, `planted.${index}`)))
          throw new Error(
            `the bug ${plant.name} was not built in: no process loaded ${plant.edits[index]?.file ?? ''}`,
          );
      const waves = await runCells(world, {
        cells,
        drainLimitMs: DRAIN_LIMIT_MS,
        onWave: (wave) => place.onWave(wave, cells.length),
        until: (promise) => plant.breaks.includes(promise),
      });
      const broken = waves.flatMap(({ violations }) => violations.map(({ promise }) => promise));
      const caughtBy = [...new Set(broken)].filter((promise) => plant.breaks.includes(promise));
      return { plant: plant.name, caughtBy, waves };
    },
    ({ caughtBy }) => place.keep || caughtBy.length === 0,
  );
}
