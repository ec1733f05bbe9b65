import { confirmCard } from '@desk/tool-workload';
import type { Environment } from './agent.js';
import { RetryingApiClient } from './retrying-api-client.js';

const PASSWORD = 'Ferns-and-lanterns-7';

export const toNewcomerEmail = (number: number): string => `newcomer.${number}@example.com`;

/** Signs a new agent up through every step of the onboarding wizard. */
export async function completeOnboarding(
  number: number,
  { webUrl, cardForm, signal }: Environment,
): Promise<void> {
  const api = new RetryingApiClient(webUrl, signal);
  const email = toNewcomerEmail(number);
  const name = { firstName: 'Nora', lastName: `Newman ${number}`, companyName: null };
  const contact = { email, phone: `+1646555${String(1_000 + number)}` };
  const saveStep = (step: object) => api.call<{ sessionId: string }>('POST', '/api/get-started/save', step);

  const { sessionId } = await saveStep({ currentStep: 'start', acceptedTerms: true });
  const delivery = { deliveryEmail: true, deliveryText: false, deliverySlack: false };
  await saveStep({ sessionId, currentStep: 'delivery', ...delivery });
  await saveStep({ sessionId, currentStep: 'name', ...name });
  await saveStep({ sessionId, currentStep: 'contact', ...contact });
  await saveStep({ sessionId, currentStep: 'security' });
  const { clientSecret } = await api.call<{ clientSecret: string }>(
    'POST',
    '/api/get-started/setup-payment',
    { sessionId, email },
  );
  const { sandboxUrl, publishableKey } = cardForm;
  const { setupIntentId } = await confirmCard(sandboxUrl, publishableKey, clientSecret, 'pm_card_visa');
  await api.call('POST', '/api/get-started/complete', {
    sessionId,
    setupIntentId,
    password: PASSWORD,
    dailyLeadLimit: 5,
    ...name,
    ...contact,
  });
}
