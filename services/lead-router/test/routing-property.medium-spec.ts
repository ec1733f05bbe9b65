import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routingMutants } from './routing-mutants.js';
import { runRouting } from './routing-run.js';
import { startStatements, type StatementsHarness } from './statements.harness.js';

/**
 * Compares the service's own statements with a model of the rules, at times that the test chooses: days around a change
 * of clocks in both directions. ROUTING_RUNS=2000 is the long mode; ROUTING_SEED repeats one run.
 */
const RUNS = Number(process.env['ROUTING_RUNS'] ?? 30);
const SEED = Number(process.env['ROUTING_SEED'] ?? 1);
/** Runs within which each bug must be found. */
const MUTANT_RUNS = 100;

let statements: StatementsHarness;

beforeAll(async () => {
  statements = await startStatements();
});
afterAll(() => statements.stop());

it(
  `offers each lead to the matching buyer who has waited longest, in ${RUNS} random runs from seed ${SEED}`,
  async () => {
    for (let seed = SEED; seed < SEED + RUNS; seed += 1)
      await runRouting(statements, seed).catch((error: unknown) => {
        throw new Error(`ROUTING_RUNS=1 ROUTING_SEED=${seed} repeats this`, { cause: error });
      });
  },
  Math.max(120_000, RUNS * 5_000),
);

// Without these bugs, the comparison would prove nothing.
it.each(routingMutants)(
  'finds a choice that %s',
  async (_bug, mutate) => {
    await expect(
      (async () => {
        for (let seed = 1; seed <= MUTANT_RUNS; seed += 1) await runRouting(statements, seed, mutate);
      })(),
    ).rejects.toThrow(/toBe/);
  },
  600_000,
);
