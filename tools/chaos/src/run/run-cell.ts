import { type Damage, Saboteur } from '../faults/saboteur.js';
import type { Cell } from '../plan/plan.js';
import { Random } from '../plan/random.js';
import type { World } from './world.js';

export interface CellResult extends Damage {
  readonly cell: Cell;
  readonly leadIds: readonly string[];
}

/** One burst of leads with one fault in it. Returns when the fault has happened and the funnel has its answers. */
export async function runCell(cell: Cell, world: World): Promise<CellResult> {
  const { kind, circumstance, leads } = cell;
  const { stack, sandbox, chaosDir, funnel, crew, signal } = world;
  const random = new Random(cell.seed);
  const saboteur = new Saboteur(stack, sandbox, chaosDir, random, signal);
  await crew.prepare(circumstance);
  await saboteur.arm(kind);
  // Long enough for the answers of the buyers to fall in between.
  const burstMs = circumstance === 'standing' || circumstance === 'limit' ? 1_200 : 300;
  const [leadIds] = await Promise.all([
    funnel.burst(leads, burstMs, random),
    crew.act(circumstance, random),
    saboteur.strike(kind),
  ]);
  const damage = await saboteur.finish(kind);
  await crew.restore(circumstance);
  return { cell, leadIds, ...damage };
}
