import type { SavedStep } from '@desk/contracts/accounts/onboarding.values';
import { api } from '@/lib/api-client';
import { keepInSession, readSession } from '../lib/sign-up-session';

/** Keeps a step on the server; the first one begins the draft that the later ones belong to. */
export async function saveStep(currentStep: SavedStep, values: object): Promise<void> {
  const { sessionId } = readSession();
  const saved = await api<{ sessionId: string }>('POST', '/api/get-started/save', {
    ...(sessionId === undefined ? {} : { sessionId }),
    currentStep,
    ...values,
  });
  keepInSession({ sessionId: saved.sessionId });
}
