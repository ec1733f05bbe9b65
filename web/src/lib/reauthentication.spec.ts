import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  askToReauthenticate,
  type ReauthenticationQuestion,
  registerReauthentication,
  sendProof,
  wasSessionReplacedSince,
} from './reauthentication';

it('resolves with false while no dialog is registered', async () => {
  expect(await askToReauthenticate()).toBe(false);
});

describe('a request whose session had ended', () => {
  it('is sent again if a proof replaced the session meanwhile', async () => {
    const sentAtMs = performance.now();
    let answer = (): void => undefined;
    const sent = sendProof(() => new Promise<void>((resolve) => (answer = resolve)));
    const isReplaced = wasSessionReplacedSince(sentAtMs);
    answer();
    await sent;
    expect(await isReplaced).toBe(true);
    expect(await wasSessionReplacedSince(performance.now() + 1)).toBe(false);
  });

  it('is not sent again if the proof was refused', async () => {
    const sentAtMs = performance.now() + 1;
    const sent = sendProof(() => Promise.reject(new Error('wrong')));
    const isReplaced = wasSessionReplacedSince(sentAtMs);
    await expect(sent).rejects.toThrow('wrong');
    expect(await isReplaced).toBe(false);
  });
});

describe('with a registered dialog', () => {
  let shown: (ReauthenticationQuestion | null)[];
  let unregister: () => void;
  beforeEach(() => {
    shown = [];
    unregister = registerReauthentication((question) => shown.push(question));
  });
  afterEach(() => unregister());

  it('asks once for requests that fail at the same time, and again later', async () => {
    const answers = Promise.all([askToReauthenticate(), askToReauthenticate()]);
    expect(shown).toHaveLength(1);
    shown[0]?.answer(true);
    expect(await answers).toEqual([true, true]);
    expect(shown.at(-1)).toBeNull();

    const later = askToReauthenticate();
    shown.at(-1)?.answer(true);
    expect(await later).toBe(true);
    expect(shown).toHaveLength(4);
  });

  it('ends every waiting request when the user cancels', async () => {
    const answers = Promise.all([askToReauthenticate(), askToReauthenticate()]);
    shown[0]?.answer(false);
    expect(await answers).toEqual([false, false]);
  });

  it('ends every waiting request when the page with the dialog closes', async () => {
    const answers = Promise.all([askToReauthenticate(), askToReauthenticate()]);
    unregister();
    expect(await answers).toEqual([false, false]);
    expect(await askToReauthenticate()).toBe(false);
  });

  it('keeps a question open when a canceled one is answered late', async () => {
    const canceled = askToReauthenticate();
    const [first] = shown;
    first?.answer(false);
    expect(await canceled).toBe(false);
    const next = askToReauthenticate();
    const second = shown.at(-1);
    first?.answer(true);
    expect(shown.at(-1)).toBe(second);
    second?.answer(true);
    expect(await next).toBe(true);
  });

  it('asks in the dialog that replaces a closed one', async () => {
    const replaced: (ReauthenticationQuestion | null)[] = [];
    const unregisterNext = registerReauthentication((question) => replaced.push(question));
    unregister();
    const asked = askToReauthenticate();
    replaced[0]?.answer(true);
    expect(await asked).toBe(true);
    unregisterNext();
  });
});
