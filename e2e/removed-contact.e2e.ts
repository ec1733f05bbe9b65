import { REMOVED } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './accessibility.js';
import { pauseService, sellLead, signInAsNewBuyer } from './agent-helpers.js';
import { expect, test } from './system.js';

test.afterEach(async ({ system, page }) => pauseService(page, system));

const REMOVED_FIELDS = { fullName: REMOVED, email: REMOVED, phone: REMOVED, zipCode: REMOVED, consent: null };

/** Answers as the API does once the retention period of every lead has passed. */
async function removeContacts(page: Page): Promise<void> {
  await page.route(/\/api\/leads(\/[0-9a-f-]{36})?(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { leads?: object[] };
    const json = body.leads
      ? { ...body, leads: body.leads.map((lead) => ({ ...lead, ...REMOVED_FIELDS })) }
      : { ...body, ...REMOVED_FIELDS };
    await route.fulfill({ response, json });
  });
}

test('shows leads whose contact details were removed, without links to call or write', async ({
  system,
  page,
}) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system, { tcpa_text: 'I agree to be called.' });
  await removeContacts(page);

  await page.goto(`${system.urls.web}/dashboard`);
  // A lead of another test may have gone to this buyer too.
  const entry = page
    .getByRole('list', { name: 'Leads', exact: true })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/leads/${lead.id}"]`) });
  await expect(entry).toContainText('Contact details removed');
  await expect(entry.locator('a[href^="mailto:"], a[href^="tel:"]')).toHaveCount(0);

  await entry.getByRole('link', { name: REMOVED }).click();
  await expect(page).toHaveURL(`${system.urls.web}/leads/${lead.id}`);
  await expect(page.getByRole('heading', { level: 1, name: REMOVED })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(`Phone${REMOVED}`);
  await expect(page.getByRole('region', { name: 'Exclusivity receipt' })).toContainText(
    'Proof of consent is kept for five years.',
  );
  await expect(page.locator('a[href^="mailto:"], a[href^="tel:"]')).toHaveCount(0);
  await expectNoViolations(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
