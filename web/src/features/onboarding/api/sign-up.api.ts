import type { SavedStep } from '@desk/contracts/accounts/onboarding.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withProofOfWork } from '@/components/card-form/proof-of-work';
import { callRoute, type RouteCall } from '@/lib/api-client';
import { browserTimeZone } from '@/lib/time-zone';
import { switchUser, userQuery } from '@/lib/current-user';
import type { Answers } from '../lib/answers';
import { setCompletedSignUp } from '../lib/completed-flag';
import { clearSignUpSession, readSignUpSession, updateSignUpSession } from '../lib/sign-up-session';

type StepValues = Omit<RouteCall<'saveSignUpStep'>['body'], 'sessionId' | 'currentStep'>;

/** Saves a step to the server-side draft. The first call creates the draft. */
export async function saveStep(currentStep: SavedStep, values: StepValues): Promise<void> {
  const { sessionId } = readSignUpSession();
  const saved = await callRoute('saveSignUpStep', {
    body: { ...(sessionId === undefined ? {} : { sessionId }), currentStep, ...values },
  });
  updateSignUpSession({ sessionId: saved.sessionId });
}

/** Starts the card setup and returns its client secret. */
export async function setupPayment(email: string): Promise<string> {
  const { sessionId = '' } = readSignUpSession();
  const { clientSecret } = await withProofOfWork((proof) =>
    callRoute('setUpSignUpPayment', { body: { sessionId, email, ...proof } }),
  );
  return clientSecret;
}

const completeSignUp = (answers: Answers) => {
  const { sessionId = '', setupIntentId = '' } = readSignUpSession();
  const { firstName, lastName, companyName, email, phone, password, dailyLeadLimit, isAllStates, states } =
    answers;
  return callRoute('completeSignUp', {
    body: {
      sessionId,
      setupIntentId,
      firstName,
      lastName,
      companyName: companyName.trim() === '' ? null : companyName,
      email,
      phone,
      password,
      dailyLeadLimit,
      ...(isAllStates ? {} : { states }),
      ...browserTimeZone(),
    },
  });
};

export function useCompleteSignUp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: completeSignUp,
    onSuccess: async ({ user }) => {
      switchUser(queryClient, user);
      clearSignUpSession();
      setCompletedSignUp();
      // The account exists even if loading the user fails right now.
      await queryClient.query({ ...userQuery, staleTime: 0 }).catch(() => null);
    },
  });
}
