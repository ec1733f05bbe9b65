import { randomUUID } from 'node:crypto';
import type { FunnelWithKey } from '@desk/contracts';
import { signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { pauseService, type PostedLead, postLead, sellLead, signInAsNewBuyer } from './agent-helpers.js';
import { queryFirstRow } from './database.js';
import { expectNotice } from './helpers.js';
import { leadProfile } from './lead-profile.js';
import { expect, type System, test } from './system.js';

const fetchPhoneCheck = async (system: System, { id }: PostedLead): Promise<string | null> => {
  const sql = 'SELECT phone_check AS "phoneCheck" FROM leads.leads WHERE id = $1';
  return (await queryFirstRow<{ phoneCheck: string | null }>(system, sql, [id])).phoneCheck;
};

test('looks up phone numbers per funnel', async ({ system, page, browser }) => {
  await signInAsAdmin(page, system);
  const created = await page.request.post(`${system.urls.web}/api/admin/funnels`, {
    data: { name: `Looked up ${randomUUID().slice(0, 8)}` },
  });
  const { funnel, key } = (await created.json()) as FunnelWithKey;
  await page.goto(`${system.urls.web}/admin/funnels/${funnel.id}`);

  const choice = page.getByLabel('Phone numbers');
  const save = page.getByRole('button', { name: 'Save settings' });
  await expect(choice).toHaveValue('optional');
  await expect(choice).toHaveAccessibleDescription(/costs.*sold as not verified/);
  await page.getByLabel('Mode').selectOption('Live');
  await expect(page.getByLabel('Mode')).toHaveAccessibleDescription('Its leads are sold.');
  await choice.focus();
  await page.keyboard.press('ArrowUp');
  await expect(choice).toHaveValue('off');
  await page.keyboard.press('ArrowDown');
  await expect(choice).toHaveValue('optional');
  await page.keyboard.press('Tab');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Settings saved');
  await page.reload();
  await expect(choice).toHaveValue('optional');

  // The sandbox decides the line type by the last two digits.
  const agent = await browser.newPage();
  await signInAsNewBuyer(agent, system);
  await withSeededAgentsPaused(system, async () => {
    const sell = (phoneEnding: string) => sellLead(agent, system, {}, { funnelKey: key, phoneEnding });
    const lookedUp = [
      [await sell('01'), 'Verified landline'],
      [await sell('42'), 'Verified mobile'],
      [await sell('04'), 'Not verified'],
      [await sell('00'), 'Not verified'],
    ] as const;
    const notLookedUp = await sellLead(agent, system);
    for (const [lead, found] of [...lookedUp, [notLookedUp, '-'] as const]) {
      expect((await fetchPhoneCheck(system, lead)) ?? '-').toBe(found);
      for (const [viewer, path] of [
        [page, `/admin/leads/${lead.id}`],
        [agent, `/leads/${lead.id}`],
      ] as const) {
        await viewer.goto(`${system.urls.web}${path}`);
        await expect(viewer.getByRole('heading', { level: 1, name: lead.name })).toBeVisible();
        const term = viewer.getByText('Phone check', { exact: true });
        await expect(term.locator('xpath=following-sibling::dd[1]')).toHaveText(found);
        await expect(viewer.getByText(/\bverified\b/i)).toHaveCount(found === '-' ? 0 : 1);
      }
    }
  });
  await pauseService(agent, system);
  await agent.close();

  await page.goto(`${system.urls.web}/admin/funnels/${funnel.id}`);
  await choice.selectOption('Look up, and refuse numbers that are not valid');
  await save.click();
  await expectNotice(page, 'Settings saved');
  await page.reload();
  await expect(choice).toHaveValue('required');
  const post = (phone: string) =>
    page.request.post(`${system.urls.web}/api/ingest/leads`, {
      headers: { 'x-funnel-key': key },
      data: {
        full_name: 'Winifred Invalid',
        email: `${randomUUID()}@example.com`,
        mobile: phone,
        ...leadProfile,
      },
    });
  // The gateways learn of the change a moment later.
  await expect.poll(async () => (await post('(512) 555-0100')).status()).toBe(422);
  expect(await (await post('(512) 555-0100')).json()).toMatchObject({ errors: [{ field: 'mobile' }] });
  await withSeededAgentsPaused(system, async () => {
    await postLead(page.request, system, {}, { funnelKey: key, phoneEnding: '42' });
  });
});
