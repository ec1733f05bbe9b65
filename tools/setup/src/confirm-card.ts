import { fetchFrom } from './fetch-from.js';

export interface ConfirmedCard {
  setupIntentId: string;
  paymentMethodId: string;
}

/** Confirms a card setup with one of the sandbox's test cards, as the page script does in a browser. */
export async function confirmCard(
  sandboxUrl: string,
  publishableKey: string,
  clientSecret: string,
  testCard: string,
): Promise<ConfirmedCard> {
  const [setupIntentId = ''] = clientSecret.split('_secret');
  const response = await fetchFrom(`${sandboxUrl}/v1/setup_intents/${setupIntentId}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: testCard }),
  });
  const { status, payment_method: paymentMethodId } = (await response.json()) as {
    status?: string;
    payment_method?: string;
  };
  if (status !== 'succeeded' || !paymentMethodId)
    throw new Error(`The sandbox did not save the card ${testCard}: ${status ?? response.status}.`);
  return { setupIntentId, paymentMethodId };
}
