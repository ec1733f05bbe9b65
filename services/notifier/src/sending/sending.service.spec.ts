import { channelKinds } from '@desk/contracts';
import type { Transactions } from '@desk/outbox';
import {
  HealthServer,
  type Logger,
  type PeriodicTasks,
  ProviderCalls,
  type TaskDefinition,
} from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import type { Dispatcher } from './dispatcher.js';
import type { OutcomeRecorder } from './outcome-recorder.js';
import { SendingService } from './sending.service.js';
import type { ClaimedRow, SendingRepository } from './sending.repository.js';

it('reports every result of every channel from the start, so that the first one counts as an increase', async () => {
  const { metrics } = new HealthServer({});
  new SendingService(
    {} as Transactions,
    {} as OutcomeRecorder,
    {} as PeriodicTasks,
    new ProviderCalls(metrics),
    {} as Logger,
  );
  const counts = (await metrics.metrics()).match(/^provider_call_duration_seconds_count\{.*$/gm);
  expect(counts).toEqual(
    [...channelKinds, 'push'].flatMap((provider) =>
      ['accepted', 'temporary', 'permanent'].map(
        (outcome) =>
          `provider_call_duration_seconds_count{provider="${provider}",operation="send",outcome="${outcome}"} 0`,
      ),
    ),
  );
});

const flush = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Four places, of which three may go to one domain. */
function openSender(addresses: readonly string[]) {
  const due = addresses.map((address) => ({ id: address, kind: 'email', address }) as ClaimedRow);
  const sent: string[] = [];
  const claimed: number[] = [];
  const sending = new Map<string, () => void>();
  const postponed: string[] = [];
  const rows: Partial<SendingRepository<ClaimedRow>> = {
    table: 'mails',
    onDue: () => undefined,
    countStuck: () => Promise.resolve([{ kind: 'email', rows: due.length }]),
    claimOldest: (_statements, _kind, { maxRows, busy }) => {
      const found = due
        .filter(({ address }) => !busy?.keys.some((domain) => address.endsWith(`@${domain}`)))
        .slice(0, maxRows);
      for (const row of found) due.splice(due.indexOf(row), 1);
      claimed.push(found.length);
      return Promise.resolve(found);
    },
    postpone: (_statements, { id }) => Promise.resolve(postponed.push(id) > 0),
  };
  const dispatcher = {
    rows,
    limits: () => ({ concurrency: 4, perDestination: { by: 'domain', limit: 3 } }),
    send: ({ id }: ClaimedRow) =>
      new Promise((resolve) => {
        sent.push(id);
        sending.set(id, () => resolve({ result: 'accepted' }));
      }),
  } as unknown as Dispatcher<ClaimedRow>;
  let sweep: TaskDefinition['run'] = () => Promise.resolve();
  const tasks = { start: ({ run }: TaskDefinition) => (sweep = run) } as unknown as PeriodicTasks;
  const outcomes = { recordSent: () => Promise.resolve() } as unknown as OutcomeRecorder;
  const logger = { warn: () => undefined } as unknown as Logger;
  const calls = new ProviderCalls(new HealthServer({}).metrics);
  const service = new SendingService({} as Transactions, outcomes, tasks, calls, logger);
  service.start(dispatcher);
  const end = async (...ids: string[]) => {
    for (const id of ids) sending.get(id)?.();
    await flush();
  };
  return { sent, claimed, postponed, end, sweep: () => sweep() };
}

it('claims due messages together, oldest first, and none to a domain that could not be sent at once', async () => {
  const toSlow = ['1', '2', '3', '4', '5', '6'].map((name) => `${name}@slow.example`);
  const { sent, claimed, postponed, end, sweep } = openSender([...toSlow, 'a@other.example']);
  await sweep();
  await flush();
  expect(sent).toEqual([...toSlow.slice(0, 3), 'a@other.example']);
  expect(claimed).toEqual([3, 1]);
  await end(...toSlow.slice(0, 2));
  expect(sent).toEqual([...toSlow.slice(0, 3), 'a@other.example', ...toSlow.slice(3, 5)]);
  expect(claimed).toEqual([3, 1, 2]);
  await end(...toSlow.slice(2, 5));
  expect(sent).toHaveLength(7);
  expect(postponed).toEqual([]);
});
