import {
  expectLive,
  fetchDashboard,
  getServiceSwitch,
  openDashboard,
  pauseService,
  sellLead,
  signInAsNewBuyer,
} from './agent-helpers.js';
import { expectNotice } from './helpers.js';
import { expect, test } from './system.js';

test.afterEach(async ({ system, page }) => pauseService(page, system));

test('fails to toggle the service while offline, and does not send it later', async ({
  system,
  page,
  context,
}) => {
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  await expectLive(page);
  let toggleCount = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/service-toggle')) toggleCount += 1;
  });
  await context.setOffline(true);
  await getServiceSwitch(page).click();
  await expectNotice(page, 'Error', 'Failed to update service preference.');
  await expect(page.getByText('Service Active', { exact: true })).toBeVisible();
  await expect(getServiceSwitch(page)).toBeChecked();
  const outdated = page.getByText('These numbers may be out of date.');
  await expect(outdated).toBeVisible();

  // Failed queries are read again, and the live stream continues.
  await context.setOffline(false);
  await expect(outdated).toBeHidden();
  await expectLive(page);
  const lead = await sellLead(page, system);
  await expect(page.getByRole('link', { name: lead.name })).toBeVisible();
  expect(toggleCount).toBe(1);
  expect(await fetchDashboard(page, system)).toMatchObject({ serviceEnabled: true });
});
