import type { Transactions, Tx } from '@desk/outbox';
import type { Logger } from '@desk/service-kit';
import { afterEach, expect, it, jest } from '@jest/globals';
import type { Flow } from './flow.js';
import { RunningFlow } from './running-flow.js';
import { type Claimed, LEASE_RENEWAL_MS, type StepRow, type StepTable } from './step-table.js';

interface Mail extends StepRow {
  readonly address: string;
}

afterEach(() => {
  jest.useRealTimers();
});

const flush = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const domainOf = ({ address }: Mail) => address.slice(address.indexOf('@') + 1);

/** Four places, of which three may go to one domain. Attempts end when the test says so. */
function openFlow(
  addresses: readonly string[],
  { unreadable = [] as string[], recording = Promise.resolve() } = {},
) {
  const due = addresses.map((address) => ({ id: address, kind: 'email', address }) as Mail);
  const begun: string[] = [];
  const claimed: number[] = [];
  const recorded: string[][] = [];
  const followed: string[] = [];
  const postponed: [string, number | undefined][] = [];
  const renewed: string[][] = [];
  const acting = new Map<string, (outcome: { result: string; delayMs?: number }) => void>();
  const table: Partial<StepTable<Mail>> = {
    name: 'mails',
    onDue: () => undefined,
    countStuck: () => Promise.resolve([{ kind: 'email', rows: due.length }]),
    claimOldest: (_statements, _kind, { maxRows, busy }) => {
      const rows = due.filter((row) => !busy?.keys.includes(domainOf(row))).slice(0, maxRows);
      for (const row of rows) due.splice(due.indexOf(row), 1);
      claimed.push(rows.length);
      return Promise.resolve(
        rows.map((row): Claimed<Mail> =>
          unreadable.includes(row.id) ? { row, unreadable: new Error('no key') } : { row },
        ),
      );
    },
    postpone: (_statements, { id }, delayMs) => Promise.resolve(postponed.push([id, delayMs]) > 0),
    attemptAfterCommit: () => undefined,
    renewLeases: (_statements, claims) => Promise.resolve(void renewed.push(claims.map(({ id }) => id))),
  };
  const flow: Flow<Mail, { result: string }> = {
    table: table as StepTable<Mail>,
    action: 'send',
    limits: () => ({
      concurrency: 4,
      perDestination: { of: { sql: 'domain', keyOf: domainOf, claimedBy: 'id' }, limit: 3 },
    }),
    act: ({ id }) => {
      begun.push(id);
      return new Promise((resolve) => acting.set(id, resolve));
    },
    isUsual: ({ result }) => result === 'accepted',
    record: async (_tx, attempts) => {
      await recording;
      recorded.push(attempts.map(({ row }) => row.id));
      return attempts.map(
        ({ row }) =>
          () =>
            void followed.push(row.id),
      );
    },
  };
  const transactions = {
    service: 'notifier',
    run: (work: (tx: Tx) => Promise<unknown>) => work({} as Tx),
  } as unknown as Transactions;
  const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;
  const running = new RunningFlow(flow, transactions, logger);
  const sweep = async () => {
    await running.sweep();
    await flush();
  };
  const end = async (
    ids: readonly string[],
    outcome: { result: string; delayMs?: number } = { result: 'accepted' },
  ) => {
    for (const id of ids) acting.get(id)?.(outcome);
    await flush();
  };
  return { begun, claimed, recorded, followed, postponed, renewed, end, sweep };
}

it('claims due rows together, oldest first, and none to a destination that could not be served at once', async () => {
  const toSlow = ['1', '2', '3', '4', '5', '6'].map((name) => `${name}@slow.example`);
  const { begun, claimed, postponed, end, sweep } = openFlow([...toSlow, 'a@other.example']);
  await sweep();
  expect(begun).toEqual([...toSlow.slice(0, 3), 'a@other.example']);
  expect(claimed).toEqual([3, 1]);
  await end(toSlow.slice(0, 2));
  expect(begun).toEqual([...toSlow.slice(0, 3), 'a@other.example', ...toSlow.slice(3, 5)]);
  expect(claimed).toEqual([3, 1, 2]);
  await end(toSlow.slice(2, 5));
  expect(begun).toHaveLength(7);
  expect(postponed).toEqual([]);
});

it('records what ends at the same time together, and unusual outcomes alone', async () => {
  const ids = ['a@x.example', 'b@x.example', 'c@y.example', 'd@y.example'];
  const { recorded, followed, end, sweep } = openFlow(ids);
  await sweep();
  await end(ids.slice(0, 2));
  await end(ids.slice(2), { result: 'refused' });
  expect(recorded).toEqual([ids.slice(0, 2), ids.slice(2, 3), ids.slice(3)]);
  expect(followed).toEqual(ids);
});

it('puts off rows that postpone themselves or cannot be read, and records nothing of them', async () => {
  const { begun, recorded, postponed, end, sweep } = openFlow(['a@x.example', 'b@x.example'], {
    unreadable: ['b@x.example'],
  });
  await sweep();
  await end(['a@x.example'], { result: 'postponed', delayMs: 70 });
  expect(begun).toEqual(['a@x.example']);
  expect(postponed).toEqual([
    ['b@x.example', expect.any(Number)],
    ['a@x.example', 70],
  ]);
  expect(recorded).toEqual([]);
});

it('renews the lease of a row until its outcome is recorded, so that no other copy sends it again', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { recorded, renewed, end, sweep } = openFlow(['a@x.example'], { recording: promise.then() });
  await sweep();
  await end(['a@x.example']);
  jest.advanceTimersByTime(LEASE_RENEWAL_MS);
  expect([renewed, recorded]).toEqual([[['a@x.example']], []]);
  resolve(undefined);
  await flush();
  jest.advanceTimersByTime(LEASE_RENEWAL_MS);
  expect([renewed, recorded]).toEqual([[['a@x.example']], [['a@x.example']]]);
});
