import { useMutation, useQueryClient } from '@tanstack/react-query';
import { switchUser, userQuery } from '@/lib/current-user';
import { callRoute } from '@/lib/api-client';
import { browserTimeZone } from '@/lib/time-zone';
import type { Answers } from '../lib/answers';
import { setCompletedSignUp } from '../lib/completed-flag';
import { clearSignUpSession, readSignUpSession } from '../lib/sign-up-session';

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
      // A gateway of the release before, which may still run, does not know them.
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
