import { randomUUID } from 'node:crypto';
import type { agentWeekEnded, PayloadOf } from '@desk/contracts';
import type { Transactions, Tx } from '@desk/outbox';
import type { Logger, PeriodicTasks } from '@desk/service-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AgentWeekSweeper } from '../src/weekly-summaries/agent-week-sweeper.js';
import { insertSale, startStatements, type StatementsHarness } from './statements.harness.js';

type AgentWeek = PayloadOf<typeof agentWeekEnded>;

const NEW_YORK = 'America/New_York';
const nothing = { leads: 0, refunded: 0, spentCents: 0, won: 0, commissionCents: 0, contactMs: null };

let statements: StatementsHarness;
let sweep: () => Promise<unknown>;
const published: AgentWeek[] = [];

beforeAll(async () => {
  statements = await startStatements();
  const tx = {
    query: async (sql: string, values: unknown[]) =>
      (await statements.client.query<object>(sql, values)).rows,
    publish: (_event: unknown, week: AgentWeek) => published.push(week),
  } as unknown as Tx;
  const transactions = { run: (work: (tx: Tx) => Promise<unknown>) => work(tx) } as unknown as Transactions;
  const tasks = {
    start: ({ run }: { run: typeof sweep }) => {
      sweep = run;
    },
  } as unknown as PeriodicTasks;
  new AgentWeekSweeper(tasks, transactions, { info: () => undefined } as unknown as Logger).onModuleInit();
});
afterAll(() => statements.stop());

async function addBuyer(timeZone: string): Promise<string> {
  const id = randomUUID();
  await statements.client.query(
    'INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 1000, $2)',
    [id, timeZone],
  );
  return id;
}
const buy = (buyerId: string, soldAt: string | number): Promise<string> =>
  insertSale(statements, { buyerId, soldAt: new Date(soldAt) });
const moveTo = async (buyerId: string, timeZone: string, version: number): Promise<void> => {
  await statements.client.query('SELECT lock_sale_counts($1)', [buyerId]);
  await statements.client.query('SELECT set_time_zone($1, $2, $3)', [buyerId, timeZone, version]);
};
/** Returns what is published about the buyer when the service runs at a time. */
async function sweepAt(time: string | number, buyerId: string): Promise<AgentWeek[]> {
  await statements.setClock(new Date(time).toISOString());
  published.length = 0;
  await sweep();
  return published.filter((week) => week.buyerId === buyerId);
}

describe('the summary of a week', () => {
  test.each([
    [NEW_YORK, '2026-03-02T05:00Z', '2026-03-09T04:00Z', '2026-03-09T12:00Z', 'an hour shorter'],
    [NEW_YORK, '2026-10-26T04:00Z', '2026-11-02T05:00Z', '2026-11-02T13:00Z', 'an hour longer'],
    ['America/St_Johns', '2026-03-02T03:30Z', '2026-03-09T02:30Z', '2026-03-09T10:30Z', 'an hour shorter'],
    ['America/St_Johns', '2026-10-26T02:30Z', '2026-11-02T03:30Z', '2026-11-02T11:30Z', 'an hour longer'],
    ['Asia/Kolkata', '2026-03-01T18:30Z', '2026-03-08T18:30Z', '2026-03-09T02:30Z', 'of the usual length'],
  ])('in %s from %s to %s is published once, at %s (%s)', async (timeZone, first, end, dueAt) => {
    await statements.setClock(new Date(first).toISOString());
    const buyerId = await addBuyer(timeZone);
    await buy(buyerId, Date.parse(first) - 1);
    await buy(buyerId, first);
    await buy(buyerId, Date.parse(end) - 1);
    await buy(buyerId, end);
    expect(await sweepAt(Date.parse(dueAt) - 1, buyerId)).toEqual([]);
    expect(await sweepAt(dueAt, buyerId)).toMatchObject([
      {
        monday: first.startsWith('2026-03') ? '2026-03-02' : '2026-10-26',
        week: { leads: 2 },
        weekBefore: { leads: 1 },
      },
    ]);
    expect(await sweepAt(dueAt, buyerId)).toEqual([]);
  });

  test('has what became of the leads of both weeks, and when leads were contacted in them', async () => {
    await statements.setClock('2026-05-04T12:00:00.000Z');
    const buyerId = await addBuyer(NEW_YORK);
    const [before, won, refunded] = [
      await buy(buyerId, '2026-05-01T12:00Z'),
      await buy(buyerId, '2026-05-05T12:00Z'),
      await buy(buyerId, '2026-05-06T12:00Z'),
    ];
    const update = (leadId: string, changes: string) =>
      statements.client.query(`UPDATE sold_leads SET ${changes} WHERE lead_id = $1`, [leadId]);
    await update(before, "disposition = 'contacted', contacted_at = '2026-05-04T12:00Z'");
    await update(won, "disposition = 'won', commission_cents = 250000, contacted_at = '2026-05-05T12:14Z'");
    await update(refunded, "refunded_at = '2026-05-06T13:00Z'");
    const contactMs = ((3 * 24 * 60 + 14) / 2) * 60_000;
    expect(await sweepAt('2026-05-11T12:00Z', buyerId)).toEqual([
      {
        buyerId,
        monday: '2026-05-04',
        week: { leads: 2, refunded: 1, spentCents: 8_000, won: 1, commissionCents: 250_000, contactMs },
        weekBefore: { ...nothing, leads: 1, spentCents: 8_000 },
      },
    ]);
  });

  test('is published after an outage, and only of the latest week', async () => {
    await statements.setClock('2026-03-02T12:00:00.000Z');
    const buyerId = await addBuyer(NEW_YORK);
    for (const soldAt of ['2026-03-03T12:00Z', '2026-03-10T12:00Z', '2026-03-17T12:00Z'])
      await buy(buyerId, soldAt);
    expect(await sweepAt('2026-03-18T12:00Z', buyerId)).toMatchObject([{ monday: '2026-03-09' }]);
    expect(await sweepAt('2026-03-23T11:59Z', buyerId)).toEqual([]);
    expect(await sweepAt('2026-03-23T12:00Z', buyerId)).toMatchObject([{ monday: '2026-03-16' }]);
  });

  test('is published a week late, if the outage ends just before the next one is due', async () => {
    await statements.setClock('2026-03-02T12:00:00.000Z');
    const buyerId = await addBuyer(NEW_YORK);
    await buy(buyerId, '2026-03-03T12:00Z');
    expect(await sweepAt('2026-03-16T11:59Z', buyerId)).toMatchObject([{ monday: '2026-03-02' }]);
    expect(await sweepAt('2026-03-16T12:00Z', buyerId)).toMatchObject([{ monday: '2026-03-09' }]);
  });

  test('is published once for an agent who moves to a zone where its time is still to come', async () => {
    await statements.setClock('2026-03-02T12:00:00.000Z');
    const buyerId = await addBuyer(NEW_YORK);
    await buy(buyerId, '2026-03-03T12:00Z');
    expect(await sweepAt('2026-03-09T12:00Z', buyerId)).toMatchObject([{ monday: '2026-03-02' }]);
    await moveTo(buyerId, 'America/Los_Angeles', 1);
    expect(await sweepAt('2026-03-09T15:00Z', buyerId)).toEqual([]);
    expect(await sweepAt('2026-03-16T14:59Z', buyerId)).toEqual([]);
    expect(await sweepAt('2026-03-16T15:00Z', buyerId)).toMatchObject([{ monday: '2026-03-09' }]);
  });

  test('is published at once for an agent who moves to a zone where its time has passed', async () => {
    await statements.setClock('2026-03-02T12:00:00.000Z');
    const buyerId = await addBuyer('America/Los_Angeles');
    await buy(buyerId, '2026-03-03T12:00Z');
    expect(await sweepAt('2026-03-09T12:00Z', buyerId)).toEqual([]);
    await moveTo(buyerId, NEW_YORK, 1);
    expect(await sweepAt('2026-03-09T12:00Z', buyerId)).toMatchObject([{ monday: '2026-03-02' }]);
    expect(await sweepAt('2026-03-09T15:00Z', buyerId)).toEqual([]);
  });
});
