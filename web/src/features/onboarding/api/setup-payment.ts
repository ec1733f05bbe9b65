import { callRoute } from '@/lib/api-client';
import { withProofOfWork } from '@/components/card-form/proof-of-work';
import { readSignUpSession } from '../lib/sign-up-session';

/** Starts the card setup and returns its client secret. */
export async function setupPayment(email: string): Promise<string> {
  const { sessionId = '' } = readSignUpSession();
  const { clientSecret } = await withProofOfWork((proof) =>
    callRoute('setUpSignUpPayment', { body: { sessionId, email, ...proof } }),
  );
  return clientSecret;
}
