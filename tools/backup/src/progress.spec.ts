import { expect, test } from '@jest/globals';
import { toMessage } from './progress.js';

test('a connection that every address of a host refused has the message of each', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  expect(toMessage(new AggregateError(refused))).toBe(
    'connect ECONNREFUSED ::1:5432\nconnect ECONNREFUSED 127.0.0.1:5432',
  );
  expect(toMessage(new Error('incomplete'))).toBe('incomplete');
});
