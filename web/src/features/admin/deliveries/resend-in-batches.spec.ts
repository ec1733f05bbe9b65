import { describe, expect, it } from '@jest/globals';
import { readServerTime, type ResendBatch, resendInBatches } from './resend-in-batches';

/** Answers each batch with the next of `answers`, and keeps what was sent. */
function newServer(answers: readonly { resent: number; skipped: number; next: string | null }[]) {
  const batches: ResendBatch[] = [];
  const progress: object[] = [];
  return {
    batches,
    progress,
    options: {
      send: (batch: ResendBatch) => {
        batches.push(batch);
        const answer = answers[batches.length - 1];
        return answer ? Promise.resolve(answer) : Promise.reject(new Error('unexpected batch'));
      },
      onProgress: (counts: object) => progress.push(counts),
      batchSize: 2,
      max: 5,
    },
  };
}

describe('resendInBatches', () => {
  it('sends the chosen deliveries in batches and adds up', async () => {
    const server = newServer([
      { resent: 2, skipped: 0, next: null },
      { resent: 0, skipped: 1, next: null },
    ]);
    const result = await resendInBatches({ deliveryIds: ['a', 'b', 'c'] }, server.options);
    expect(server.batches).toEqual([{ deliveryIds: ['a', 'b'] }, { deliveryIds: ['c'] }]);
    expect(server.progress).toEqual([
      { resent: 2, skipped: 0 },
      { resent: 2, skipped: 1 },
    ]);
    expect(result).toEqual({ resent: 2, skipped: 1, isPartial: false });
  });

  it('follows the cursor through all that match', async () => {
    const server = newServer([
      { resent: 1, skipped: 1, next: 'x' },
      { resent: 1, skipped: 0, next: null },
    ]);
    const result = await resendInBatches({ channel: 'sms' }, server.options);
    expect(server.batches).toEqual([{ channel: 'sms' }, { channel: 'sms', after: 'x' }]);
    expect(result).toEqual({ resent: 2, skipped: 1, isPartial: false });
  });

  it('stops at the maximum and says so', async () => {
    const server = newServer(Array.from({ length: 9 }, () => ({ resent: 1, skipped: 1, next: 'x' })));
    expect(await resendInBatches({}, server.options)).toEqual({ resent: 3, skipped: 3, isPartial: true });
  });

  it('ends with the error of a batch', async () => {
    const server = newServer([{ resent: 2, skipped: 0, next: 'x' }]);
    await expect(resendInBatches({}, server.options)).rejects.toThrow('unexpected batch');
    expect(server.progress).toEqual([{ resent: 2, skipped: 0 }]);
  });
});

it('readServerTime includes all of the second in which the server answered', () => {
  const headers = new Headers({ date: 'Mon, 05 Jan 2026 14:30:05 GMT' });
  expect(readServerTime(headers)).toBe('2026-01-05T14:30:06.000Z');
});
