import { randomUUID } from 'node:crypto';
import { MAX_LISTED_DISPUTES } from '@desk/contracts';
import { expectAccessible, expectAccessibleLayout } from './accessibility.js';
import { getRows, signInAsAdmin } from './admin-helpers.js';
import { pauseService, sellLead, signInAsOwnerWithCard } from './agent-helpers.js';
import { BUSY, expectNotice, failLoads, failOnce } from './helpers.js';
import { expect, test } from './system.js';

test('lists disputes, hands out the evidence, and resumes the service by keyboard', async ({
  system,
  page,
  browser,
}) => {
  const { web } = system.urls;
  const agent = await browser.newPage();
  await signInAsOwnerWithCard(agent, system, 'pm_card_createDispute');
  const lead = await sellLead(agent, system);
  await agent.goto(`${web}/dashboard`);
  const stopped = agent.getByText(
    "A charge was disputed at your bank. You won't receive leads until we have looked at it.",
  );
  await expect(stopped).toBeVisible();

  await signInAsAdmin(page, system);
  const recover = await failLoads(page, '/api/admin/disputes');
  await page.goto(`${web}/admin/disputes`);
  await expect(page.getByRole('heading', { level: 1, name: 'Disputes' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The disputes could not be loaded.');
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();

  const row = getRows(page, /^Disputes/).filter({ hasText: lead.name });
  await expect(row).toContainText('$80.00');
  await expect(row).toContainText('Needs evidence');
  await expect(row).toContainText('Service stopped');
  await expectAccessibleLayout(page);

  const url = `${web}/api/admin/disputes`;
  const { disputes } = (await (await page.request.get(url)).json()) as { disputes: object[] };
  const copies = Array.from({ length: MAX_LISTED_DISPUTES }, () => ({ ...disputes[0], id: randomUUID() }));
  await page.route(url, (route) => route.fulfill({ json: { disputes: copies } }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^200\+ disputes, as of/)).toBeVisible();
  await page.unroute(url);
  await page.getByRole('button', { name: 'Refresh' }).click();
  // The copies may still be shown.
  await expect(row).toHaveCount(1);

  const evidence = row.getByRole('button', { name: /^Download evidence: / });
  await failOnce(page, 'GET', /\/evidence$/);
  await evidence.click();
  await expectNotice(page, 'Error', BUSY);
  const download = page.waitForEvent('download');
  await evidence.click();
  expect((await download).suggestedFilename()).toMatch(/^dispute-[\w-]+\.txt$/);

  const resume = row.getByRole('button', { name: /^Resume service: / });
  await resume.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toHaveAccessibleName(/^Resume service for /);
  await expect(dialog).toContainText(`The dispute about ${lead.name} counts as reviewed.`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(resume).toBeFocused();

  await page.keyboard.press('Enter');
  await failOnce(page, 'POST', /\/review$/);
  const confirm = dialog.getByRole('button', { name: 'Resume service' });
  await confirm.press('Enter');
  // The notice of the failed download says the same.
  await expect(dialog).toBeHidden();
  await expectNotice(page, 'Error', BUSY);
  await resume.press('Enter');
  await confirm.press('Enter');
  await expectNotice(page, 'Dispute reviewed');
  await expect(row).not.toContainText('Service stopped');
  await expect(resume).toHaveCount(0);
  await expect(stopped).toBeHidden();
  await pauseService(agent, system);
});
