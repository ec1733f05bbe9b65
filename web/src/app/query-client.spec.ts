import { describe, expect, it } from '@jest/globals';
import { type MutationMeta, MutationObserver } from '@tanstack/react-query';
import { toastStore } from '@/components/toast/toast-store';
import { ApiError } from '@/lib/api-client';
import { createQueryClient } from './query-client';

const refusal = new ApiError(409, JSON.stringify({ code: 'LEAD_CHANGED', detail: 'It changed.' }), '');

/** Runs a mutation and returns the newest notice. */
async function run(meta: MutationMeta, mutationFn: (name: string) => Promise<string>) {
  toastStore.show({ title: 'Before' });
  const observer = new MutationObserver(createQueryClient(), { mutationFn, meta });
  await observer.mutate('Ada').catch(() => undefined);
  const notice = toastStore.read();
  return { title: notice?.title, description: notice?.description, variant: notice?.variant };
}
const succeed = (name: string) => Promise.resolve(`Hello ${name}`);
const fail = (error: Error) => () => Promise.reject<string>(error);

describe('notices of mutations', () => {
  it('shows the notice of a success', async () => {
    expect(await run({ success: { title: 'Saved' } }, succeed)).toMatchObject({ title: 'Saved' });
  });

  it('builds the notice of a success from the answer and what was sent', async () => {
    const success = (answer: string, name: string) => ({ title: name, description: answer });
    expect(await run({ success }, succeed)).toMatchObject({ title: 'Ada', description: 'Hello Ada' });
  });

  it("prefers the server's sentence about a failure", async () => {
    const failure = 'Failed to save';
    const variant = 'destructive';
    expect(await run({ failure }, fail(refusal))).toEqual({
      title: 'Error',
      description: 'It changed.',
      variant,
    });
    expect(await run({ failure }, fail(new TypeError('no network')))).toEqual({
      title: 'Error',
      description: failure,
      variant,
    });
  });

  it('shows the notice that a function returns for a failure, or none', async () => {
    const sentence = () => 'Enough for today';
    expect(await run({ failure: sentence }, fail(refusal))).toMatchObject({
      description: 'Enough for today',
    });
    expect(await run({ failure: () => ({ title: 'Done already' }) }, fail(refusal))).toMatchObject({
      title: 'Done already',
    });
    expect(await run({ failure: () => null }, fail(refusal))).toMatchObject({ title: 'Before' });
  });

  it('shows nothing without a notice', async () => {
    expect(await run({}, succeed)).toMatchObject({ title: 'Before' });
    expect(await run({}, fail(refusal))).toMatchObject({ title: 'Before' });
  });
});
