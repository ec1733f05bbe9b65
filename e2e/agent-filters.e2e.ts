import { expectNoOverflow, expectNoViolations } from './accessibility.js';
import { expectNotice, signInAsNewAgent } from './helpers.js';
import { expect, test } from './system.js';

for (const width of [1280, 390])
  test(`saves filters, hours and budgets at ${width} px`, async ({ system, page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAsNewAgent(page, system);
    await page.goto(`${system.urls.web}/settings?tab=filters`);
    await expect(page.getByText(/leads of the last 30 days match/)).toBeVisible();

    await page.getByRole('checkbox', { name: 'FL', exact: true }).check();
    await page.getByRole('checkbox', { name: 'MYGA' }).check();
    await expect(page.getByText('1 of 51')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Monday' }).check();
    await page.getByLabel('Monday from').selectOption('8:30 AM');
    await page.getByLabel('Weekly budget').fill('10');
    await expect(page.getByText('Enter at least $80')).toBeVisible();
    await page.getByLabel('Weekly budget').fill('800');
    // Otherwise the header may cover a check box halfway, which then counts as too small.
    await page.evaluate('scrollTo(0, 0)');
    await expectNoViolations(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Save Filters' }).click();
    await expectNotice(page, 'Filters saved');

    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'FL', exact: true })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'TX', exact: true })).not.toBeChecked();
    await expect(page.getByLabel('Monday from')).toHaveValue('510');
    await expect(page.getByLabel('Weekly budget')).toHaveValue('800');
  });
