import { randomUUID } from 'node:crypto';
import {
  ageRanges,
  type AgentReport,
  assetBands,
  type Disposition,
  dispositions,
  leadTypes,
  type usStates,
} from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AgentReportRepository } from '../src/agent-reports/agent-report.controller.js';
import {
  aroundClockChanges,
  insertSale,
  periods,
  startStatements,
  type StatementsHarness,
  timeZones,
} from './statements.harness.js';

interface Sale {
  readonly soldAt: Date;
  readonly state: (typeof usStates)[number];
  readonly leadType: (typeof leadTypes)[number];
  readonly ageRange: (typeof ageRanges)[number];
  readonly assetBand: (typeof assetBands)[number];
  readonly disposition: Disposition;
  readonly cents: number;
  /** One after the other; null clears. */
  readonly commissions: readonly (number | null)[];
  readonly isRefunded: boolean;
}

const sales = fc.array(
  fc.record<Sale>({
    soldAt: aroundClockChanges,
    state: fc.constantFrom('TX', 'FL', 'PR'),
    leadType: fc.constantFrom(...leadTypes),
    ageRange: fc.constantFrom(...ageRanges),
    assetBand: fc.constantFrom(...assetBands),
    disposition: fc.constantFrom(...dispositions),
    cents: fc.constantFrom(8_000, 7_950),
    commissions: fc.array(fc.constantFrom(null, 0, 125_050, 100_000_000), { maxLength: 3 }),
    isRefunded: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

/** Returns the day, hour and weekday in a time zone as Node.js computes them, independently of PostgreSQL. */
function readClock(instant: Date, timeZone: string) {
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(instant)
    .split(' ');
  return { day, hour: Number(time.slice(0, 2)), weekday: new Date(day).getUTCDay() || 7 };
}

const spentOn = (bought: readonly Sale[]): number =>
  bought.reduce((sum, { cents, isRefunded }) => sum + (isRefunded ? 0 : cents), 0);

/** Computes the expected report from the individual sales. */
function expectedReport(all: readonly Sale[], timeZone: string, from: string, to: string) {
  const bought = all.filter(({ soldAt }) => {
    const { day } = readClock(soldAt, timeZone);
    return day >= from && day <= to;
  });
  const valueCounts = (valueOf: (sale: Sale) => string) =>
    [...Map.groupBy(bought, valueOf)]
      .map(([value, of]) => ({
        value,
        leads: of.length,
        won: of.filter(({ disposition }) => disposition === 'won').length,
      }))
      .toSorted((a, b) => (a.value < b.value ? -1 : 1));
  return {
    leads: bought.length,
    refunded: bought.filter(({ isRefunded }) => isRefunded).length,
    spentCents: spentOn(bought),
    commissionCents: bought.reduce((sum, { commissions }) => sum + (commissions.at(-1) ?? 0), 0),
    dispositions: Object.fromEntries(
      dispositions.map((each) => [each, bought.filter(({ disposition }) => disposition === each).length]),
    ),
    days: [...Map.groupBy(bought, ({ soldAt }) => readClock(soldAt, timeZone).day)]
      .map(([day, of]) => ({ day, leads: of.length, spentCents: spentOn(of) }))
      .toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    hours: [
      ...Map.groupBy(bought, ({ soldAt }) => {
        const { weekday, hour } = readClock(soldAt, timeZone);
        return weekday * 100 + hour;
      }),
    ]
      .toSorted(([a], [b]) => a - b)
      .map(([key, of]) => ({ weekday: Math.floor(key / 100), hour: key % 100, leads: of.length })),
    states: valueCounts(({ state }) => state),
    leadTypes: valueCounts(({ leadType }) => leadType),
    ageRanges: valueCounts(({ ageRange }) => ageRange),
    assetBands: valueCounts(({ assetBand }) => assetBand),
  };
}

const byValue = <Count extends { readonly value: string }>(counts: readonly Count[]): Count[] =>
  counts.toSorted((a, b) => (a.value < b.value ? -1 : 1));
const comparable = ({
  timeZone: _z,
  from: _f,
  to: _t,
  today: _d,
  contactSpeed: _s,
  ...report
}: AgentReport) => ({
  ...report,
  states: byValue(report.states),
  leadTypes: byValue(report.leadTypes),
  ageRanges: byValue(report.ageRanges),
  assetBands: byValue(report.assetBands),
});

describe('the counts of sales', () => {
  let statements: StatementsHarness;
  let reports: AgentReportRepository;

  beforeAll(async () => {
    statements = await startStatements();
    reports = new AgentReportRepository(statements.dataSource);
  });
  afterAll(() => statements.stop());

  const query = (sql: string, values: readonly unknown[] = []) => statements.client.query(sql, [...values]);

  async function addBuyer(timeZone: string): Promise<string> {
    const id = randomUUID();
    await query(
      'INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 1000, $2)',
      [id, timeZone],
    );
    return id;
  }

  /** Records a new lead first and its later changes afterwards, as in production. */
  async function addSale(buyerId: string, sale: Sale): Promise<void> {
    const leadId = await insertSale(statements, { ...sale, buyerId });
    await query('UPDATE sold_leads SET disposition = $2 WHERE lead_id = $1', [leadId, sale.disposition]);
    for (const commissionCents of sale.commissions)
      await query('UPDATE sold_leads SET commission_cents = $2 WHERE lead_id = $1', [
        leadId,
        commissionCents,
      ]);
    if (sale.isRefunded)
      await query('UPDATE sold_leads SET refunded_at = now() WHERE lead_id = $1', [leadId]);
  }

  const readReport = async (buyerId: string, from: string, to: string) => {
    const report = await reports.find({ buyerId, from, to });
    if (!report) throw new Error('no such buyer');
    return comparable(report);
  };

  test('match the individual sales, on days with clock changes and in half-hour zones, also after a move', async () => {
    await fc.assert(
      fc.asyncProperty(
        sales,
        fc.constantFrom(...timeZones),
        fc.constantFrom(...timeZones),
        periods,
        async (bought, zone, nextZone, [from, to]) => {
          await query('BEGIN');
          try {
            const buyerId = await addBuyer(zone);
            await addBuyer(nextZone);
            for (const sale of bought) await addSale(buyerId, sale);
            expect(await readReport(buyerId, from, to)).toEqual(expectedReport(bought, zone, from, to));
            await query('SELECT lock_sale_counts($1)', [buyerId]);
            await query('SELECT set_time_zone($1, $2, 1)', [buyerId, nextZone]);
            expect(await readReport(buyerId, from, to)).toEqual(expectedReport(bought, nextZone, from, to));
          } finally {
            await query('ROLLBACK');
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  const select = 'SELECT * FROM sale_counts WHERE leads <> 0 ORDER BY buyer_id, day, dimension, value';

  test('are the same after a recount, and when all sales are recorded at once', async () => {
    await fc.assert(
      fc.asyncProperty(sales, fc.constantFrom(...timeZones), async (bought, zone) => {
        await query('BEGIN');
        try {
          const buyerId = await addBuyer(zone);
          for (const sale of bought) await addSale(buyerId, sale);
          const kept = (await query(select)).rows;
          await query('SELECT recount_sales($1)', [buyerId]);
          expect((await query(select)).rows).toEqual(kept);
          await query('CREATE TEMPORARY TABLE recorded ON COMMIT DROP AS SELECT * FROM sold_leads');
          await query('DELETE FROM sold_leads');
          await query('DELETE FROM sale_counts');
          await query('INSERT INTO sold_leads SELECT * FROM recorded');
          expect((await query(select)).rows).toEqual(kept);
        } finally {
          await query('ROLLBACK');
        }
      }),
      { numRuns: 20 },
    );
  });

  test('of a period are the sum of its days, whether or not it has whole weeks', async () => {
    await query('BEGIN');
    try {
      const buyerId = await addBuyer('Asia/Kolkata');
      for (let month = 1; month <= 4; month += 1)
        for (const day of [1, 2, 27, 28])
          await insertSale(statements, { buyerId, soldAt: new Date(Date.UTC(2026, month - 1, day, 12)) });
      const day = fc.integer({ min: 0, max: 130 }).map((days) => new Date(Date.UTC(2025, 11, 28 + days)));
      await fc.assert(
        fc.asyncProperty(day, day, async (one, other) => {
          const period = [one, other].toSorted((a, b) => a.getTime() - b.getTime());
          const days = period.map((each) => each.toISOString().slice(0, 10));
          const sums = 'sum(leads) AS leads, sum(won) AS won, sum(spent_cents) AS spent';
          expect((await query(`SELECT ${sums} FROM sale_counts_between($1, $2)`, days)).rows).toEqual(
            (
              await query(
                `SELECT ${sums} FROM sale_counts WHERE dimension = 'all' AND day BETWEEN $1 AND $2`,
                days,
              )
            ).rows,
          );
        }),
        { numRuns: 200 },
      );
    } finally {
      await query('ROLLBACK');
    }
  });
});
