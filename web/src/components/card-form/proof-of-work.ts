import { toastStore } from '@/components/toast/toast-store';
import { type ApiError, hasCode } from '@/lib/api-client';

/** Added to requests that save a card. Required only while unusually many cards are refused. */
export interface Proof {
  readonly proofOfWork?: string;
}

/**
 * Sends a request. If the server asks for a proof of work, shows a notice, solves the challenge (a second or two), and
 * sends the request once more. The solver is loaded only then.
 */
export async function withProofOfWork<T>(send: (proof: Proof) => Promise<T>): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    const challenge = hasCode(error, 'PROOF_OF_WORK_REQUIRED')
      ? (error as ApiError).problem?.challenge
      : undefined;
    if (challenge === undefined) throw error;
    const notice = toastStore.show({
      title: 'One moment',
      description: 'We are checking that you are a person. This takes a few seconds.',
    });
    try {
      const { solveChallenge } = await import('@/lib/solve-challenge');
      const proofOfWork = await solveChallenge(challenge);
      return await send({ proofOfWork });
    } finally {
      toastStore.dismiss(notice);
    }
  }
}
