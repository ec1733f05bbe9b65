import type { Places } from './agent.js';
import { confirmCard } from '@desk/tool-start';
import { WebClient } from './web-client.js';

const PASSWORD = 'Ferns-and-lanterns-7';

/** Somebody who comes through the wizard. Answers the address of the account. */
export async function signUp(n: number, places: Places): Promise<string> {
  const client = new WebClient(places.web, places.signal);
  const email = `newcomer.${n}@example.com`;
  const name = { firstName: 'Nora', lastName: `Newman ${n}`, companyName: null };
  const contact = { email, phone: `+1646555${String(1_000 + n)}` };
  const save = (step: object) => client.persist<{ sessionId: string }>('POST', '/api/get-started/save', step);

  const { sessionId } = await save({ currentStep: 'start', acceptedTerms: true });
  await save({
    sessionId,
    currentStep: 'delivery',
    deliveryEmail: true,
    deliveryText: false,
    deliverySlack: false,
  });
  await save({ sessionId, currentStep: 'name', ...name });
  await save({ sessionId, currentStep: 'contact', ...contact });
  await save({ sessionId, currentStep: 'security' });
  const { clientSecret } = await client.persist<{ clientSecret: string }>(
    'POST',
    '/api/get-started/setup-payment',
    { sessionId, email },
  );
  const { setupIntentId } = await confirmCard(
    places.sandbox,
    places.publishableKey,
    clientSecret,
    'pm_card_visa',
  );
  await client.persist('POST', '/api/get-started/complete', {
    ...{ sessionId, setupIntentId, password: PASSWORD, dailyLeadLimit: 5 },
    ...name,
    ...contact,
  });
  return email;
}
