import { api } from '@/lib/api-client';
import { readSession } from '../lib/sign-up-session';

export async function setupPayment(email: string): Promise<string> {
  const { sessionId } = readSession();
  const { clientSecret } = await api<{ clientSecret: string }>('POST', '/api/get-started/setup-payment', {
    sessionId,
    email,
  });
  return clientSecret;
}
