import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectFocusKept } from './accessibility.js';
import { getRows, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { postLead } from './agent-helpers.js';
import { expect, type System, test } from './system.js';

let familyCount = 0;

/** Searches for a unique last name, so that leads of other tests stay out. `post` adds a lead with this last name. */
async function openFamily(page: Page, system: System) {
  familyCount += 1;
  const name = `Livermore${String.fromCharCode(96 + familyCount)}`;
  const post = (firstName: string) =>
    postLead(page.request, system, { first_name: firstName, last_name: name });
  await post('Ada');
  await page.goto(`${system.urls.web}/admin/leads#search=${name}`);
  await expect(page.getByLabel('Search leads')).toHaveValue(name);
  const rows = getRows(page, 'Leads');
  await expect(rows).toHaveCount(1);
  return { rows, post };
}

test('announces new leads to an admin without moving the rows, and shows them on request', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  const { rows, post } = await openFamily(page, system);
  const top = async () => (await rows.filter({ hasText: 'Ada' }).boundingBox())?.y;
  // A font that arrives later can move the rows, too.
  await page.evaluate('document.fonts.ready.then(() => null)');
  const topBefore = await top();
  await post('Bea');
  await expect(page.getByRole('button', { name: '1 new lead' })).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText('1 new lead');
  await expect(rows).toHaveCount(1);
  expect(await top()).toBe(topBefore);

  await post('Cleo');
  const button = page.getByRole('button', { name: '2 new leads' });
  await expect(button).toBeVisible();
  await expectAccessibleLayout(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Cleo');
  await expect(button).toBeHidden();
  await expectFocusKept(page);
});

test('updates a row when its lead changes', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const rows = await withSeededAgentsPaused(system, async () => {
    const family = await openFamily(page, system);
    await expect(family.rows).toContainText('Waiting');
    return family.rows;
  });
  await expect(rows).toContainText('Sold');
});

test('loads the changes it missed while the network was down', async ({ system, page, context }) => {
  await signInAsAdmin(page, system);
  const { rows, post } = await openFamily(page, system);
  await context.setOffline(true);
  await post('Bea');
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: '1 new lead' })).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('refreshes the other lists in place, but not under an open dialog', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const { web } = system.urls;
  await page.goto(`${web}/admin/funnels`);
  const create = async (name: string) => {
    const answer = await page.request.post(`${web}/api/admin/funnels`, { data: { name } });
    expect(answer.ok()).toBe(true);
  };
  const row = (name: string) => getRows(page, /^Funnels/).filter({ hasText: name });
  await expect(row('Sample funnel')).toBeVisible();
  await create('Live one');
  await expect(row('Live one')).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(`${web}/admin/funnels`);
  await page.getByRole('button', { name: 'New funnel' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await create('Live two');
  await expect(getRows(other, /^Funnels/).filter({ hasText: 'Live two' })).toBeVisible();
  await expect(row('Live two')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(row('Live two')).toBeVisible();
});
