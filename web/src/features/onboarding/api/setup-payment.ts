import { callRoute } from '@/lib/api-client';
import { readSignUpSession } from '../lib/sign-up-session';

/** Starts the card setup and returns its client secret. */
export async function setupPayment(email: string): Promise<string> {
  const { sessionId = '' } = readSignUpSession();
  const { clientSecret } = await callRoute('setUpSignUpPayment', { body: { sessionId, email } });
  return clientSecret;
}
