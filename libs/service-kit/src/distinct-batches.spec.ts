import { beforeEach, describe, expect, it } from '@jest/globals';
import { DistinctBatches } from './distinct-batches.js';

let sent: string[][];
let failure: Error | undefined;
let batches: DistinctBatches<string>;

beforeEach(() => {
  [sent, failure] = [[], undefined];
  batches = new DistinctBatches<string>({
    batchSize: 2,
    maxWaiting: 5,
    send: (items) => {
      if (failure) return Promise.reject(failure);
      sent.push([...items]);
      return Promise.resolve();
    },
  });
});
const addAll = (...ids: string[]) => ids.forEach((id) => batches.add(id, `item ${id}`));

describe('DistinctBatches', () => {
  it('sends each id once, in batches', async () => {
    addAll('a', 'b', 'a', 'c');
    await batches.flush();
    addAll('a', 'd');
    await batches.flush();
    expect(sent).toEqual([['item a', 'item b'], ['item c'], ['item d']]);
  });

  it('keeps what could not be sent', async () => {
    failure = new Error('away');
    addAll('a', 'b', 'c');
    await expect(batches.flush()).rejects.toThrow('away');
    failure = undefined;
    addAll('a');
    await batches.flush();
    expect(sent).toEqual([['item a', 'item b'], ['item c']]);
  });

  it('drops and counts what exceeds the limit, and accepts it later', async () => {
    addAll('a', 'b');
    batches.add('x', 'item x', 2);
    addAll('c', 'd', 'e', 'f');
    expect(batches.takeDropped()).toBe(2);
    expect(batches.takeDropped()).toBe(0);
    await batches.flush();
    addAll('f');
    await batches.flush();
    expect(sent.flat()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `item ${id}`));
  });

  it('remembers a bounded number of ids', async () => {
    for (let index = 0; index < 51; index += 1) {
      addAll(`id ${index}`);
      await batches.flush();
    }
    addAll('id 0', 'id 50');
    await batches.flush();
    expect(sent.flat().filter((item) => item === 'item id 0')).toHaveLength(2);
    expect(sent.flat().filter((item) => item === 'item id 50')).toHaveLength(1);
  });
});
