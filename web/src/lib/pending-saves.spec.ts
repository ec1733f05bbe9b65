import { describe, expect, it } from '@jest/globals';
import { finishSaves, registerWaitingSave, trackSave } from './pending-saves';

/** Expects that `finishSaves` is not done before `finishSave` was called, and is afterwards. */
async function expectToWaitFor(finishSave: (result: undefined) => void): Promise<void> {
  let isFinished = false;
  const finished = finishSaves().then(() => {
    isFinished = true;
  });
  await Promise.resolve();
  expect(isFinished).toBe(false);
  finishSave(undefined);
  await finished;
}

describe('finishSaves', () => {
  it('resolves when there is nothing to save', async () => {
    await expect(finishSaves()).resolves.toBeUndefined();
  });

  it('starts waiting saves and resolves once they have finished', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const unregister = registerWaitingSave(() => trackSave(promise));
    await expectToWaitFor(resolve);
    unregister();
  });

  it('waits for a save that has already started', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    trackSave(promise);
    await expectToWaitFor(resolve);
  });

  it('rejects while a save fails, and resolves afterwards', async () => {
    const { promise, reject } = Promise.withResolvers<undefined>();
    trackSave(promise);
    const finished = finishSaves();
    reject(new Error('no answer'));
    await expect(finished).rejects.toThrow('no answer');
    await expect(finishSaves()).resolves.toBeUndefined();
  });

  it('starts nothing that is no longer registered', async () => {
    let count = 0;
    registerWaitingSave(() => (count += 1))();
    await finishSaves();
    expect(count).toBe(0);
  });
});
