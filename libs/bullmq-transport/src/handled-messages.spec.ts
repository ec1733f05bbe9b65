import { DomainError } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { type HandledMessage, reportHandling } from './handled-messages.js';

it.each<[HandledMessage['outcome'], () => Promise<string>]>([
  ['succeeded', () => Promise.resolve('done')],
  ['refused', () => Promise.reject(new DomainError('DUPLICATE_LEAD'))],
  ['failed', () => Promise.reject(new Error('connection lost'))],
])('reports a message that %s, and passes the result on', async (outcome, handle) => {
  const reported: HandledMessage[] = [];
  const expected = await handle().catch((error: unknown) => error);
  const result = await reportHandling('leads.accept', (handled) => reported.push(handled), handle).catch(
    (error: unknown) => error,
  );
  expect(result).toEqual(expected);
  expect(reported).toEqual([{ message: 'leads.accept', outcome, durationMs: expect.any(Number) }]);
});
