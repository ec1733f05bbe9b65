import { expect, test } from '@jest/globals';
import { assertNoTransaction, runInTransactionScope } from './transaction-scope.js';

const call = (): void => assertNoTransaction('the command users.list');

test('allows calls outside a transaction', () => {
  expect(call).not.toThrow();
});

test('refuses calls inside a transaction, also after an await', async () => {
  await runInTransactionScope(async () => {
    expect(call).toThrow('the command users.list was called inside a database transaction');
    await Promise.resolve();
    expect(call).toThrow();
  });
  expect(call).not.toThrow();
});

test('allows calls again after a failed transaction', async () => {
  await expect(runInTransactionScope(() => Promise.reject(new Error('rolled back')))).rejects.toThrow(
    'rolled back',
  );
  expect(call).not.toThrow();
});

test('allows calls of work that outlives its transaction', async () => {
  let laterCall: Promise<void> = Promise.resolve();
  let continueWork: () => void = () => undefined;
  await runInTransactionScope(async () => {
    laterCall = new Promise<void>((resolve) => (continueWork = resolve)).then(call);
    await Promise.resolve();
  });
  continueWork();
  await expect(laterCall).resolves.toBeUndefined();
});
