import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { SecondFactorChallenge } from '@desk/contracts/accounts/second-factors.schemas';
import type { Proof } from '@/components/proof/typed-proofs';
import { callRoute } from '@/lib/api-client';

/** The second step of a sign-in. */
export async function completeSignIn({ token }: SecondFactorChallenge, proof: Proof): Promise<CurrentUser> {
  // A password alone never completes a sign-in, so it is not among the methods offered.
  const body = { token, ...(proof as Exclude<Proof, { password: string }>) };
  return (await callRoute('completeSignIn', { body })).user;
}
