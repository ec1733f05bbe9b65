import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import { openList } from './agent-helpers.js';
import { BUSY, failLoads, failOnce, signInAsNewAgent } from './helpers.js';
import { expect, type System, test } from './system.js';

const getViews = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const getView = (page: Page, name: string) => getViews(page).getByRole('link', { name, exact: true });
const getDeleteButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Delete view ${name}`, exact: true });
const getSaveViewButton = (page: Page) => page.getByRole('button', { name: 'Save view' });
const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Save view' });

async function createView(page: Page, { urls }: System, name: string, filters: object): Promise<void> {
  const data = { viewId: randomUUID(), name, filters };
  const answer = await page.request.post(`${urls.web}/api/lead-views`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('saves the current filters as a view, applies it and deletes it', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewAgent(page, system);
  await openList(page, system);
  await expect(getViews(page)).toHaveCount(0);
  await expect(getSaveViewButton(page)).toHaveCount(0);
  await openList(page, system, '?state=TX');
  await getSaveViewButton(page).click();
  await expect(getDialog(page)).toContainText(
    'Saves the current filters under a name. The view appears above the list.',
  );
  await getDialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(getDialog(page).getByText('Name is required')).toBeVisible();
  await expectAccessibleLayout(page);
  await getDialog(page).getByLabel('Name').fill('Hot Texas');
  await failOnce(page, 'POST', '/api/lead-views');
  await page.keyboard.press('Enter');
  await expect(getDialog(page).getByRole('alert')).toHaveText(BUSY);
  await page.keyboard.press('Enter');
  await expect(getDialog(page)).toHaveCount(0);
  await expect(getView(page, 'Hot Texas')).toHaveAttribute('aria-current', 'page');
  await expect(getSaveViewButton(page)).toHaveCount(0);

  // A search is kept in the fragment, which browsers do not send.
  await createView(page, system, 'Ada', { search: 'ada', reminder: 'due' });
  await openList(page, system);
  await expect(getView(page, 'Hot Texas')).not.toHaveAttribute('aria-current');
  await getView(page, 'Ada').click();
  await expect(page).toHaveURL(`${web}/dashboard?reminder=due#search=ada`);
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('ada');
  await getView(page, 'Hot Texas').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${web}/dashboard?state=TX`);
  await expect(page.getByRole('button', { name: 'Remove filter: State: Texas' })).toBeVisible();

  await getDeleteButton(page, 'Hot Texas').click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete the view Hot Texas?' });
  await expect(confirmation).toContainText('Your leads stay as they are.');
  await failOnce(page, 'POST', /^\/api\/lead-views\/.+\/delete$/);
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(confirmation.getByRole('alert')).toHaveText(BUSY);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(/\/delete$/, async (route) => {
    await promise;
    await route.continue();
  });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(confirmation.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  resolve(undefined);
  await expect(confirmation).toHaveCount(0);
  await expect(getView(page, 'Hot Texas')).toHaveCount(0);
  await expect(getDeleteButton(page, 'Ada')).toBeFocused();
  await page.reload();
  await expect(getView(page, 'Ada')).toBeVisible();
  await expect(getView(page, 'Hot Texas')).toHaveCount(0);
});

test('fits 20 views with long names, and rejects another one', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  for (let count = 1; count <= 20; count += 1)
    await createView(page, system, `Leads from Texas that I call again ${count}`, { days: '7' });
  await openList(page, system, '?state=TX');
  await expect(getViews(page).getByRole('link')).toHaveCount(20);
  await expectAccessibleLayout(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await getSaveViewButton(page).click();
  await getDialog(page).getByLabel('Name').fill('One more');
  await page.keyboard.press('Enter');
  const sentence = 'You have saved 20 views. Please delete one first.';
  await expect(getDialog(page).getByRole('alert')).toHaveText(sentence);
  await expectNoOverflow(page);
});

test('shows the list without views when they cannot be loaded', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await createView(page, system, 'Hot Texas', { state: 'TX' });
  await failLoads(page, '/api/lead-views');
  const refused = page.waitForResponse('**/api/lead-views');
  await openList(page, system, '?state=CA');
  await refused;
  await expect(getViews(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
