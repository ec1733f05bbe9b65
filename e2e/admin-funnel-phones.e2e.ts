import { randomInt, randomUUID } from 'node:crypto';
import type { FunnelWithKey } from '@desk/contracts';
import { signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import {
  pauseService,
  type PostedLead,
  postLead,
  postWithKey,
  sellLead,
  signInAsNewBuyer,
} from './agent-helpers.js';
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
    for (const [phoneEnding, found, funnelKey] of [
      ['01', 'Verified landline', key],
      ['42', 'Verified mobile', key],
      ['04', 'Not verified', key],
      ['00', 'Not verified', key],
      ['42', '-', system.seeded.funnelKey],
    ] as const) {
      const sell = () => sellLead(agent, system, {}, { funnelKey, phoneEnding });
      let lead = await sell();
      // If the look-up takes too long, the lead is accepted without it.
      const readCheck = async () => {
        const check = (await fetchPhoneCheck(system, lead)) ?? '-';
        if (check !== found) lead = await sell();
        return check;
      };
      await expect.poll(readCheck, { intervals: [5_000] }).toBe(found);
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
  const post = async (): Promise<unknown> => {
    const email = `${randomUUID()}@example.com`;
    const mobile = `(512) 555-${randomInt(10, 100)}00`;
    const lead = { full_name: 'Winifred Invalid', email, mobile, ...leadProfile };
    return (await postWithKey(page.request, system, key, lead)).json();
  };
  // The gateways learn of the change a moment later.
  await expect.poll(post).toMatchObject({ status: 422, errors: [{ field: 'mobile' }] });
  await withSeededAgentsPaused(system, async () => {
    await postLead(page.request, system, {}, { funnelKey: key, phoneEnding: '42' });
  });
});
