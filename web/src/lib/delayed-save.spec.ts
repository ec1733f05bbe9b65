import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DelayedSave, finishSaves, type SaveOccasion } from './delayed-save';

const save = jest.fn<(value: string, occasion: SaveOccasion) => Promise<void>>();
const create = () => new DelayedSave<string>(1_000, save);

beforeEach(() => {
  jest.useFakeTimers();
  save.mockReset().mockResolvedValue();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('DelayedSave', () => {
  it('saves the latest edit once, after the delay', () => {
    const delayedSave = create();
    delayedSave.edit('2');
    jest.advanceTimersByTime(999);
    delayedSave.edit('25');
    jest.advanceTimersByTime(999);
    expect(save).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(save.mock.calls).toEqual([['25', 'pause']]);
    jest.advanceTimersByTime(10_000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('saves at once on flush, and only once', () => {
    const delayedSave = create();
    delayedSave.flush('close');
    expect(save).not.toHaveBeenCalled();
    delayedSave.edit('25');
    delayedSave.flush('close');
    expect(save.mock.calls).toEqual([['25', 'close']]);
    delayedSave.flush();
    jest.advanceTimersByTime(10_000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('forgets a dropped edit', () => {
    const delayedSave = create();
    delayedSave.edit('25');
    delayedSave.drop();
    delayedSave.flush();
    jest.advanceTimersByTime(10_000);
    expect(save).not.toHaveBeenCalled();
  });

  it('saves an edit made during another save', () => {
    const delayedSave = create();
    delayedSave.edit('25');
    jest.advanceTimersByTime(1_000);
    delayedSave.edit('30');
    jest.advanceTimersByTime(1_000);
    expect(save.mock.calls.map(([value]) => value)).toEqual(['25', '30']);
  });
});

describe('finishSaves', () => {
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

  it('resolves when there is nothing to save', async () => {
    await expect(finishSaves()).resolves.toBeUndefined();
  });

  it.each(['pending', 'running'])('waits for a %s save', async (state) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    save.mockReturnValueOnce(promise);
    const delayedSave = create();
    delayedSave.edit('25');
    if (state === 'running') delayedSave.flush();
    await expectToWaitFor(resolve);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('rejects while a save fails, and resolves afterwards', async () => {
    save.mockRejectedValueOnce(new Error('no answer'));
    create().edit('25');
    await expect(finishSaves()).rejects.toThrow('no answer');
    await expect(finishSaves()).resolves.toBeUndefined();
  });

  it('does not start a save of a dropped edit', async () => {
    const delayedSave = create();
    delayedSave.edit('25');
    delayedSave.drop();
    await finishSaves();
    expect(save).not.toHaveBeenCalled();
  });
});
