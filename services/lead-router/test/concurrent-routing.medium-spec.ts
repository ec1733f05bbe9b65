import type { Filters } from '@desk/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findViolations } from './routing-violations.js';
import { type RoutersHarness, startRouters } from './routers.harness.js';
import { randomOf } from './routing-model.js';
import { maxOffersBetween, reserveTogether, runConcurrently } from './concurrent-run.js';

/**
 * Several routers choose buyers at the same time, while buyers change their settings and cards decline. The order in
 * which they meet is up to PostgreSQL, so the outcome is checked, not predicted. ROUTING_RUNS=2000 is the long mode;
 * ROUTING_SEED repeats one run as far as its choices go.
 */
const RUNS = Number(process.env['ROUTING_RUNS'] ?? 20);
const SEED = Number(process.env['ROUTING_SEED'] ?? 1);
const MUTANT_RUNS = 20;

let routers: RoutersHarness;

beforeAll(async () => {
  routers = await startRouters();
});
afterAll(() => routers.stop());

it(
  `breaks no rule with several routers at once, in ${RUNS} random runs from seed ${SEED}`,
  async () => {
    for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
      const run = await runConcurrently(routers, randomOf(seed)).catch((error: unknown) => {
        throw new Error(`seed ${seed} could not be run`, { cause: error });
      });
      expect({ seed, violations: await findViolations(routers, run) }).toEqual({ seed, violations: [] });
    }
  },
  Math.max(240_000, RUNS * 10_000),
);

it('finds a router that does not lock the buyer', async () => {
  const doNotLock = (sql: string) =>
    sql
      .replaceAll('FOR UPDATE OF b SKIP LOCKED', '')
      .replaceAll('WHERE b.id = buyer_id AND is_eligible(b, clock.now)', 'WHERE b.id = buyer_id');
  const found: string[] = [];
  await routers.withMutant(doNotLock, async () => {
    for (let seed = 1; seed <= MUTANT_RUNS && found.length === 0; seed += 1)
      found.push(...(await findViolations(routers, await runConcurrently(routers, randomOf(seed)))));
  });
  expect(found).not.toEqual([]);
});

/**
 * A router skips a buyer whom another router has locked, so others may get extra offers in between: usually one, and more
 * while a busy machine holds up the transaction that has the lock. Without an order of waiting it is ten.
 */
const MAX_OFFERS_BETWEEN = 4;

it('serves buyers who accept the same leads in turn', async () => {
  expect(await maxOffersBetween(routers, randomOf(SEED))).toBeLessThanOrEqual(MAX_OFFERS_BETWEEN);
});

/** As many copies as run in Kubernetes when little is to do. */
const COPIES = 3;

it.each<{ filters: string; states: Filters['states'] }>([
  { filters: 'no filters', states: [] },
  { filters: 'the same filters', states: ['FL'] },
])('finds a buyer with $filters for each lead while other copies lock as many buyers', async ({ states }) => {
  const results = await reserveTogether(routers, randomOf(SEED), COPIES, states);
  expect(Object.groupBy(results, (result) => result)).toEqual({ reserved: results });
});

it('finds a router that ignores the order of waiting', async () => {
  const ignoreOrder = (sql: string) => sql.replaceAll('ORDER BY c.waiting_since, c.id', 'ORDER BY c.id');
  await routers.withMutant(ignoreOrder, async () =>
    expect(await maxOffersBetween(routers, randomOf(SEED))).toBeGreaterThan(MAX_OFFERS_BETWEEN),
  );
});
