import { LEAD_PRICE_CENTS } from '@desk/contracts';
import { postWithKey } from './agent-helpers.js';
import { addEligibleBuyer, newEmail } from './helpers.js';
import { leadProfile } from './lead-profile.js';
import { test } from './reachable-system.js';
import { expect } from './system.js';

/** A new person in each run, because the system may already have leads. */
const lead = {
  first_name: 'Rosalind',
  last_name: 'Achterberg',
  email: newEmail(),
  // The middle three digits of a US phone number never end in 11.
  phone: `+15124${String(Date.now() % 1_000_000)
    .padStart(6, '0')
    .replace(/^11/, '12')}`,
  ...leadProfile,
};

test('sells a posted lead, charges it once, and emails it to the buyer', async ({
  system,
  page,
  request,
}) => {
  await addEligibleBuyer(system);
  await page.goto(system.urls.sandbox);

  const posted = await postWithKey(request, system, system.seeded.funnelKey, lead);
  expect(posted.status()).toBe(201);
  const { lead_id: leadId } = (await posted.json()) as { lead_id: string };

  // The inbox updates without a reload. A declined lead cascades to the next buyer.
  await expect(page.getByText('Rosalind Achterberg').first()).toBeVisible();
  await expect
    .poll(async () => {
      const status = await request.get(`${system.urls.web}/api/ingest/leads/${leadId}`, {
        headers: { 'x-funnel-key': system.seeded.funnelKey },
      });
      return (await status.json()) as object;
    })
    .toMatchObject({ lead_id: leadId, status: 'sold' });

  const intents = (await (await request.get(`${system.urls.sandbox}/sandbox/payment-intents`)).json()) as {
    payment_intents: { status: string; amount: number; metadata: { lead_id: string } }[];
  };
  const leadIntents = intents.payment_intents.filter(({ metadata }) => metadata.lead_id === leadId);
  expect(leadIntents.filter((intent) => intent.status === 'succeeded').map(({ amount }) => amount)).toEqual([
    LEAD_PRICE_CENTS,
  ]);
});
