import type { SavedStep } from '@desk/contracts/accounts/onboarding.values';
import { callRoute, type RouteCall } from '@/lib/api-client';
import { readSignUpSession, updateSignUpSession } from '../lib/sign-up-session';

type StepValues = Omit<RouteCall<'saveSignUpStep'>['body'], 'sessionId' | 'currentStep'>;

/** Saves a step to the server-side draft. The first call creates the draft. */
export async function saveStep(currentStep: SavedStep, values: StepValues): Promise<void> {
  const { sessionId } = readSignUpSession();
  const saved = await callRoute('saveSignUpStep', {
    body: { ...(sessionId === undefined ? {} : { sessionId }), currentStep, ...values },
  });
  updateSignUpSession({ sessionId: saved.sessionId });
}
