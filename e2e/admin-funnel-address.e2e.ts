import { randomUUID } from 'node:crypto';
import type { Funnel, FunnelWithKey } from '@desk/contracts';
import { expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import { signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { pauseService, sendWhenAdmitted, signInAsNewBuyer } from './agent-helpers.js';
import { expectNotice } from './helpers.js';
import { expect, test } from './system.js';

/** A lead as Google posts it, of another person each time. */
function googleLead() {
  const digits = String(Date.now() % 10_000).padStart(4, '0');
  const columns = {
    FULL_NAME: 'Rosalind Achterberg',
    EMAIL: `${randomUUID()}@example.com`,
    PHONE_NUMBER: `+1512555${digits}`,
    REGION: 'Texas',
    POSTAL_CODE: '78701',
    age: '67',
    annuity_type: 'Fixed Indexed Annuity',
    estimated_assets: '$250,000 - $500,000',
    purchase_timeline: 'Within 3 months',
    SPOUSE: 'Theodore',
  };
  return {
    lead_id: randomUUID(),
    user_column_data: Object.entries(columns).map(([column_id, string_value]) => ({
      column_id,
      string_value,
    })),
    form_id: 349080077126,
    gcl_id: 'EAIaIQobChMI8pWz1b7hhQMV',
    google_key: 'key',
    is_test: false,
  };
}

test('a tool posts to a private address, whose extra answers the buyer sees', async ({
  system,
  page,
  browser,
}) => {
  await signInAsAdmin(page, system);
  const api = `${system.urls.web}/api/admin/funnels`;
  const name = `Retire Ads ${randomUUID().slice(0, 8)}`;
  const created = await page.request.post(api, { data: { name } });
  const { funnel } = (await created.json()) as FunnelWithKey;
  const { id, createdAt: _at, keys: _keys, ...settings } = funnel;
  await page.request.patch(`${api}/${id}`, {
    data: { ...settings, mode: 'live', phoneVerification: 'off' },
  });
  await page.goto(`${system.urls.web}/admin/funnels/${id}`);

  await page.getByRole('button', { name: 'Add private address' }).click();
  const dialog = page.getByRole('dialog', { name: 'The new address' });
  await expect(dialog.getByText('Save this address now')).toBeVisible();
  await expect(dialog.getByText('Paste it where the tool asks for a webhook address.')).toBeVisible();
  const shown = dialog.getByText(/^https?:\/\/.+\/api\/ingest\/in\/fna_[\w-]{43}$/);
  const address = (await shown.textContent()) ?? '';
  await expectAccessibleLayout(page);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByText(/^fna_.{4}… in a private address$/)).toBeVisible();

  const buyer = await browser.newPage();
  await signInAsNewBuyer(buyer, system);
  await withSeededAgentsPaused(system, async () => {
    const sell = async (): Promise<string> => {
      const data = googleLead();
      const answer = await sendWhenAdmitted(() => buyer.request.post(address, { data }));
      expect(answer.status(), await answer.text()).toBe(200);
      const posted = (await answer.json()) as { lead_id: string; warnings: readonly string[] };
      expect(posted.warnings).toContain('SPOUSE is not a lead field. It goes with the lead.');
      return posted.lead_id;
    };
    const leadIds: string[] = [];
    const findOwn = async (): Promise<string | undefined> => {
      // Another test's buyer may take one.
      leadIds.push(await sell());
      const answers = await Promise.all(
        leadIds.map((leadId) => buyer.request.get(`${system.urls.web}/api/leads/${leadId}`)),
      );
      return leadIds[answers.findIndex((answer) => answer.ok())];
    };
    let own: string | undefined;
    await expect.poll(async () => (own ??= await findOwn()), { intervals: [1_000] }).toBeDefined();
    await buyer.goto(`${system.urls.web}/leads/${own}`);
  });
  const extras = buyer.getByRole('region', { name: 'Also sent by the source' });
  await expect(extras).toContainText('SPOUSE');
  await expect(extras).toContainText('Theodore');
  await expect(extras).not.toContainText('gcl_id');
  await expect(buyer.getByRole('region', { name: 'Campaign' })).toContainText('EAIaIQobChMI8pWz1b7hhQMV');
  await expectNoOverflow(buyer);
  await buyer.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(buyer);
  await pauseService(buyer, system);

  await page.getByRole('button', { name: /^Revoke key fna_/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectNotice(page, 'Key revoked');
  const { keys } = (await (await page.request.get(`${api}/${id}`)).json()) as Funnel;
  expect(keys.map(({ kind, revokedAt }) => [kind, revokedAt === null])).toEqual([
    ['server', true],
    ['address', false],
  ]);
  await expect.poll(async () => (await page.request.post(address, { data: {} })).status()).toBe(401);
  await buyer.close();
});
