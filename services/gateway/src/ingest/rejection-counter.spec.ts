import type { CommandClient } from '@desk/bullmq-transport';
import type { countRejections, RequestOf } from '@desk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RejectionCounter } from './rejection-counter.js';

type Batch = RequestOf<typeof countRejections>;

let sent: (Batch & { settle: PromiseWithResolvers<undefined> })[];
let counter: RejectionCounter;

beforeEach(() => {
  sent = [];
  const commands = {
    send: (_contract: unknown, batch: Batch) => {
      const settle = Promise.withResolvers<undefined>();
      sent.push({ ...batch, settle });
      return settle.promise;
    },
  };
  counter = new RejectionCounter(
    commands as unknown as CommandClient,
    undefined as never,
    undefined as never,
    { REPORTING_TIME_ZONE: 'America/New_York' },
  );
});

describe('a flush', () => {
  it('sends a batch again under the same id if it failed', async () => {
    counter.count(null, 'unknown_key');
    const failed = counter.flush();
    sent[0]?.settle.reject(new Error('no answer'));
    await expect(failed).rejects.toThrow('no answer');

    counter.count(null, 'unknown_key');
    const flushed = counter.flush();
    sent[1]?.settle.resolve(undefined);
    await new Promise(setImmediate);
    sent[2]?.settle.resolve(undefined);
    await flushed;
    expect(sent.map(({ counts }) => counts[0]?.count)).toEqual([1, 1, 1]);
    expect(sent[1]?.batchId).toBe(sent[0]?.batchId);
    expect(sent[2]?.batchId).not.toBe(sent[0]?.batchId);
  });

  it('keeps a failed batch when a concurrent flush ends', async () => {
    counter.count(null, 'unknown_key');
    const [first, second] = [counter.flush(), counter.flush()];
    counter.count(null, 'too_many_requests');
    sent[0]?.settle.resolve(undefined);
    await new Promise(setImmediate);
    const next = sent[2];
    expect(next?.counts).toMatchObject([{ reason: 'too_many_requests', count: 1 }]);
    sent[1]?.settle.resolve(undefined);
    await new Promise(setImmediate);
    for (const { batchId, settle } of sent)
      if (batchId === next?.batchId) settle.reject(new Error('no answer'));
    await Promise.allSettled([first, second]);

    const flushed = counter.flush();
    expect(sent.at(-1)?.batchId).toBe(next?.batchId);
    sent.at(-1)?.settle.resolve(undefined);
    await flushed;
  });
});
