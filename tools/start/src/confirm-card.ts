/** What the provider's script in the browser does with the card form: the id of the saved card, and of the set-up. */
export async function confirmCard(
  sandboxUrl: string,
  publishableKey: string,
  clientSecret: string,
  card: string,
): Promise<{ setupIntentId: string; paymentMethodId: string }> {
  const [id = ''] = clientSecret.split('_secret');
  const response = await fetch(`${sandboxUrl}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
  });
  const setup = (await response.json()) as { status?: string; payment_method?: string };
  if (setup.status !== 'succeeded' || !setup.payment_method)
    throw new Error(`The sandbox did not save the card ${card}: ${setup.status ?? response.status}.`);
  return { setupIntentId: id, paymentMethodId: setup.payment_method };
}
