import type { SavedStep } from '@desk/contracts/accounts/onboarding.values';
import { api } from '@/lib/api-client';
import { readSignUpSession, updateSignUpSession } from '../lib/sign-up-session';

/** Saves a step to the server-side draft. The first call creates the draft. */
export async function saveStep(currentStep: SavedStep, values: object): Promise<void> {
  const { sessionId } = readSignUpSession();
  const saved = await api<{ sessionId: string }>('POST', '/api/get-started/save', {
    ...(sessionId === undefined ? {} : { sessionId }),
    currentStep,
    ...values,
  });
  updateSignUpSession({ sessionId: saved.sessionId });
}
