import { randomUUID } from 'node:crypto';
import { leadTypes, type usStates } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MarketReportRepository } from '../src/market-reports/market-report.repository.js';
import { startStatements, type StatementsHarness } from './statements.harness.js';

const TIME_ZONE = 'America/New_York';
const PAGE_SIZE = 3;

type State = (typeof usStates)[number];
type LeadType = (typeof leadTypes)[number];

interface Buyer {
  readonly states: readonly State[];
  readonly leadTypes: readonly LeadType[];
  readonly dailyLeadLimit: number;
  readonly slotsUsed: number;
  /** Otherwise the used slots are those of the day before. */
  readonly usedToday: boolean;
  readonly serviceEnabled: boolean;
}

const randomBuyers = fc.array(
  fc.record<Buyer>({
    states: fc.subarray(['TX', 'FL', 'PR']),
    leadTypes: fc.subarray([...leadTypes]),
    dailyLeadLimit: fc.integer({ min: 1, max: 4 }),
    slotsUsed: fc.nat({ max: 4 }),
    usedToday: fc.boolean(),
    serviceEnabled: fc.boolean(),
  }),
  { maxLength: 12 },
);

const countOpenSlots = ({ dailyLeadLimit, slotsUsed, usedToday }: Buyer): number =>
  usedToday ? dailyLeadLimit - slotsUsed : dailyLeadLimit;

/** Whether the buyer would buy such a lead now. */
const buys = (buyer: Buyer, state: State, leadType: LeadType): boolean =>
  buyer.serviceEnabled &&
  countOpenSlots(buyer) > 0 &&
  (buyer.states.length === 0 || buyer.states.includes(state)) &&
  (buyer.leadTypes.length === 0 || buyer.leadTypes.includes(leadType));

describe('the list of eligible buyers of a place', () => {
  let statements: StatementsHarness;
  let reports: MarketReportRepository;

  beforeAll(async () => {
    statements = await startStatements();
    reports = new MarketReportRepository(statements.dataSource);
  });
  afterAll(() => statements.stop());

  async function withBuyers(
    buyers: readonly Buyer[],
    run: (added: readonly (Buyer & { id: string })[]) => Promise<void>,
  ): Promise<void> {
    await statements.client.query('BEGIN');
    // The day may have ended since the test began.
    await statements.client.query("SELECT set_config('test.now', now()::text, true)");
    try {
      const added = buyers.map((buyer) => ({ ...buyer, id: randomUUID() }));
      for (const buyer of added)
        await statements.client.query(
          `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, filter_states,
                               filter_lead_types, slots_day, slots_used)
           VALUES ($1, $2, $3, $4, true, $5, $6, (now() AT TIME ZONE $4)::date - $7::int, $8)`,
          [
            ...[buyer.id, buyer.serviceEnabled, buyer.dailyLeadLimit, TIME_ZONE, buyer.states],
            ...[buyer.leadTypes, buyer.usedToday ? 0 : 1, buyer.slotsUsed],
          ],
        );
      await run(added);
    } finally {
      await statements.client.query('ROLLBACK');
    }
  }

  const list = (state: State, leadType: LeadType, page: number) =>
    reports.listEligibleBuyers({ state, leadType, page, pageSize: PAGE_SIZE });

  async function listAll(state: State, leadType: LeadType) {
    const { total } = await list(state, leadType, 1);
    const pages = Array.from({ length: Math.ceil(total / PAGE_SIZE) }, (_, index) => index + 1);
    const buyers = [];
    for (const page of pages) buyers.push(...(await list(state, leadType, page)).buyers);
    return buyers;
  }

  test('has the buyers whose filters match, the most open slots first, and the totals of the report', async () => {
    await fc.assert(
      fc.asyncProperty(randomBuyers, (buyers) =>
        withBuyers(buyers, async (added) => {
          const { rows: places } = await statements.client.query<Record<string, unknown>>(
            'SELECT * FROM open_slots()',
          );
          for (const state of ['TX', 'FL', 'PR', 'WY'] as const)
            for (const leadType of leadTypes) {
              const expected = added
                .filter((buyer) => buys(buyer, state, leadType))
                .map((buyer) => ({
                  buyerId: buyer.id,
                  dailyLeadLimit: buyer.dailyLeadLimit,
                  openSlots: countOpenSlots(buyer),
                }))
                .toSorted((a, b) => b.openSlots - a.openSlots || (a.buyerId < b.buyerId ? -1 : 1));
              expect(await listAll(state, leadType)).toEqual(expected);
              const openSlots = expected.reduce((sum, buyer) => sum + buyer.openSlots, 0);
              expect(await list(state, leadType, 99)).toEqual({
                buyers: [],
                total: expected.length,
                openSlots,
              });
              const place = places.find((each) => each['state'] === state && each['lead_type'] === leadType);
              expect([place?.['agents'] ?? 0, place?.['slots'] ?? 0]).toEqual([expected.length, openSlots]);
            }
        }),
      ),
      { numRuns: 20 },
    );
  });
});
