import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import { withSeededAgentsPaused } from './admin-helpers.js';
import { postLead } from './agent-helpers.js';
import { queryFirstRow } from './database.js';
import { expectNotice, signInAsNewAgent } from './helpers.js';
import { expect, type System, test } from './system.js';

interface Counts {
  readonly matching: number;
  readonly received: number;
}

/** Counts the leads of the last 30 days that a condition on their columns would have matched. */
const countLeads = (system: System, condition: string): Promise<Counts> =>
  queryFirstRow<Counts>(
    system,
    `SELECT count(*) FILTER (WHERE ${condition})::int AS matching, count(*)::int AS received
       FROM leads.leads WHERE created_at > now() - interval '30 days'`,
  );

const getCounts = (page: Page) => page.getByRole('status').filter({ hasText: 'leads of the last 30 days' });

test('counts the leads that the filters would have matched while they are edited, as the database does', async ({
  system,
  page,
}) => {
  await withSeededAgentsPaused(system, async () => {
    for (const lead of [
      { state: 'FL', zip: '33101', lead_type: 'MYGA', age: 72 },
      { state: 'FL', zip: '33101', lead_type: 'MYGA', age: 57 },
      { state: 'FL', zip: '33101', estimated_assets: '$1M+' },
      { state: 'CA', zip: '90210', lead_type: 'MYGA', age: 72 },
      { state: 'NY', zip: '10001', estimated_assets: '$500K-$1M', age: 72 },
    ])
      await postLead(page.request, system, lead);
    // A lead of last month no longer counts.
    const { id } = await postLead(page.request, system, { state: 'FL', zip: '33101', lead_type: 'MYGA' });
    await queryFirstRow(
      system,
      "UPDATE leads.leads SET created_at = created_at - interval '31 days' WHERE id = $1 RETURNING id",
      [id],
    );
  });
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings?tab=filters`);
  const expectCounts = async (condition: string): Promise<Counts> => {
    const counted = await countLeads(system, condition);
    const { matching, received } = counted;
    await expect(getCounts(page)).toContainText(`${matching} of ${received} leads of the last 30 days match`);
    return counted;
  };
  // Leads are counted at most once a minute. This test comes first, before the others have them counted.
  await expect(async () => {
    await page.reload();
    const { received } = await countLeads(system, 'true');
    await expect(getCounts(page)).toContainText(`${received} of ${received} leads`, { timeout: 5_000 });
  }).toPass({ timeout: 120_000 });

  const check = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await check('FL').check();
  expect((await expectCounts("state = 'FL'")).matching).toBeGreaterThanOrEqual(3);
  await check('MYGA').check();
  expect((await expectCounts("state = 'FL' AND lead_type = 'MYGA'")).matching).toBeGreaterThanOrEqual(2);
  await check('71-75').check();
  const narrow = "state = 'FL' AND lead_type = 'MYGA' AND age_range = '71-75'";
  const { matching, received } = await expectCounts(narrow);
  expect(matching).toBeGreaterThanOrEqual(1);
  expect(received).toBeGreaterThan(matching);
  await check('CA').check();
  await expectCounts(narrow.replace("= 'FL'", "IN ('FL', 'CA')"));
  await check('$1M+').check();
  await expectCounts(`${narrow.replace("= 'FL'", "IN ('FL', 'CA')")} AND estimated_assets = '$1M+'`);
  for (const name of ['FL', 'CA', 'MYGA', '71-75']) await check(name).uncheck();
  await expectCounts("estimated_assets = '$1M+'");
});

test('saves filters, hours and budgets', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/dashboard`);
  await expect(page.getByText('Leads come from every state, and each costs $80.')).toBeVisible();
  const reminder = page.getByRole('link', { name: 'Choose the states where you are licensed' });
  await reminder.click();
  await expect(page.getByText(/leads of the last 30 days match/)).toBeVisible();

  await page.getByRole('checkbox', { name: 'FL', exact: true }).check();
  await page.getByRole('checkbox', { name: 'MYGA' }).check();
  await expect(page.getByText('1 of 59')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Monday' }).check();
  await page.getByLabel('Monday from').selectOption('8:30 AM');
  await page.getByLabel('Weekly budget').fill('10');
  await expect(page.getByText('Enter at least $80')).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByLabel('Weekly budget').fill('800');
  await page.getByRole('button', { name: 'Save Filters' }).click();
  await expectNotice(page, 'Filters saved');

  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'FL', exact: true })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'TX', exact: true })).not.toBeChecked();
  await expect(page.getByLabel('Monday from')).toHaveValue('510');
  await expect(page.getByLabel('Weekly budget')).toHaveValue('800');
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/user/filters'));
  await page.goto(`${system.urls.web}/dashboard`);
  await answer;
  await expect(page.getByRole('heading', { name: 'Recent Leads' })).toBeVisible();
  await expect(reminder).toBeHidden();
});

test('keeps filters that were changed in another window while the form was open', async ({
  system,
  page,
}) => {
  await signInAsNewAgent(page, system);
  const url = `${system.urls.web}/settings?tab=filters`;
  await page.goto(url);
  await page.getByRole('checkbox', { name: 'FL', exact: true }).check();
  const other = await page.context().newPage();
  await other.goto(url);
  await other.getByRole('checkbox', { name: 'TX', exact: true }).check();
  await other.getByRole('button', { name: 'Save Filters' }).click();
  await expectNotice(other, 'Filters saved');
  // A second save from the same form is not a conflict.
  await other.getByRole('checkbox', { name: 'GA', exact: true }).check();
  const answer = other.waitForResponse((response) => response.request().method() === 'PATCH');
  await other.getByRole('button', { name: 'Save Filters' }).click();
  expect((await answer).ok()).toBe(true);

  await page.getByRole('button', { name: 'Save Filters' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'These settings changed in the meantime' });
  await expect(conflict).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'FL', exact: true })).toBeChecked();
  await conflict.getByRole('button', { name: 'Load the current settings' }).click();
  for (const state of ['TX', 'GA'])
    await expect(page.getByRole('checkbox', { name: state, exact: true })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'FL', exact: true })).not.toBeChecked();
});

test('copies hours to further days, and keeps the save button in view while something is unsaved', async ({
  system,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings?tab=filters`);
  const save = page.getByRole('button', { name: 'Save Filters' });
  const box = (name: string) => page.getByRole('checkbox', { name });
  await expect(page.getByText(/leads of the last 30 days match/)).toBeVisible();
  await expect(save).not.toBeInViewport();
  await box('Tuesday').check();
  await expect(page.getByText('In Eastern Time', { exact: true })).toBeVisible();
  await expect(save).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByLabel('Tuesday from').selectOption('8:00 AM');
  await page.getByLabel('Tuesday to').selectOption('12:00 PM');
  await box('Weekdays').check();
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await expect(page.getByLabel(`${day} from`)).toHaveValue('480');
    await expect(page.getByLabel(`${day} to`)).toHaveValue('720');
  }
  await expect(page.getByLabel('Saturday from')).toHaveCount(0);
  await box('Friday').uncheck();
  await expect(box('Weekdays')).not.toBeChecked();
  await box('Saturday').check();
  await expect(page.getByLabel('Saturday from')).toHaveValue('480');
  // The bar never covers the focused element.
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Shift+Tab');
    await expect(async () => {
      const focus = await page.locator(':focus').boundingBox();
      const bar = await save.boundingBox();
      expect((focus?.y ?? 0) + (focus?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    }).toPass();
  }
  await expectNoOverflow(page);
  await save.click();
  await expectNotice(page, 'Filters saved');
  await expect(page.getByText('Not saved yet')).toBeHidden();
});
