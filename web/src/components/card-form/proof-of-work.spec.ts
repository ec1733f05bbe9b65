import { describe, expect, it } from '@jest/globals';
import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { toastStore } from '@/components/toast/toast-store';
import { ApiError } from '@/lib/api-client';
import { type Proof, withProofOfWork } from './proof-of-work';

const SECRET = 'a secret of the server';
const newChallenge = () =>
  createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 50, deriveKey, hmacSignatureSecret: SECRET });
const refuse = (members: object): ApiError =>
  new ApiError(428, JSON.stringify({ status: 428, detail: '', errors: [], ...members }), '');

describe('withProofOfWork', () => {
  it('sends a request once if nothing is asked for', async () => {
    const sent: Proof[] = [];
    expect(
      await withProofOfWork((proof) => {
        sent.push(proof);
        return Promise.resolve('done');
      }),
    ).toBe('done');
    expect(sent).toEqual([{}]);
  });

  it('shows a notice while it solves a challenge, and sends the request once more', async () => {
    const challenge = JSON.stringify(await newChallenge());
    const sent: Proof[] = [];
    const titles: unknown[] = [];
    const send = async (proof: Proof) => {
      sent.push(proof);
      if (proof.proofOfWork === undefined) throw refuse({ code: 'PROOF_OF_WORK_REQUIRED', challenge });
      titles.push(toastStore.read()?.title);
      const json = Buffer.from(proof.proofOfWork, 'base64url').toString();
      const payload = JSON.parse(json) as Payload;
      return (await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: SECRET })).verified;
    };
    expect(await withProofOfWork(send)).toBe(true);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.proofOfWork).toMatch(/^[\w-]+$/);
    expect(titles).toEqual(['One moment']);
    expect(toastStore.read()?.open).toBe(false);
  });

  it.each([
    ['another refusal', refuse({ code: 'EMAIL_TAKEN' })],
    ['a refusal without a challenge', refuse({ code: 'PROOF_OF_WORK_REQUIRED' })],
    ['no answer', new TypeError('fetch failed')],
  ])('passes on %s', async (_what, error) => {
    await expect(withProofOfWork(() => Promise.reject(error))).rejects.toBe(error);
  });

  it('solves at most one challenge', async () => {
    const challenge = JSON.stringify(await newChallenge());
    const refusal = refuse({ code: 'PROOF_OF_WORK_REQUIRED', challenge });
    await expect(withProofOfWork(() => Promise.reject(refusal))).rejects.toBe(refusal);
  });
});
