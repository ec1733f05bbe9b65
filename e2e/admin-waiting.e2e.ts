import { expectAccessibleLayout, expectNoViolations } from './accessibility.js';
import { createAgent, fetchAdminLead, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { postLead } from './agent-helpers.js';
import { queryFirstRow } from './database.js';
import { holdRequests } from './helpers.js';
import { expect, type System, test } from './system.js';

const REASON = 'Asked us by phone';

/** Creates an agent with a card whose filters match no lead of the tests. */
const createPickyAgent = (system: System, lastName: string) =>
  createAgent(system, { firstName: 'Petra', lastName, phone: '+15125550152' }, async (request) => {
    const none = { states: [], hours: [], weeklyBudgetCents: null, monthlyBudgetCents: null };
    const answer = await request.patch(`${system.urls.web}/api/user/filters`, {
      data: { ...none, leadTypes: ['Fixed'], assetBands: ['$1M+'], ageRanges: ['76+'] },
    });
    expect(answer.ok()).toBe(true);
  });

/** Counts agents without filters of their own, whom every lead matches. */
async function countUnfiltered(system: System): Promise<number> {
  const { count } = await queryFirstRow<{ count: number }>(
    system,
    `SELECT count(*)::int AS count FROM leads.buyers
      WHERE erased_at IS NULL AND filter_states || filter_lead_types || filter_asset_bands || filter_age_ranges = '{}'`,
  );
  return count;
}

test('an admin withdraws a waiting lead and re-routes another', async ({ system, page }) => {
  const agent = await createPickyAgent(system, 'Picky');
  await signInAsAdmin(page, system);
  const dialog = page.getByRole('dialog');
  const open = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

  await withSeededAgentsPaused(system, async () => {
    const [first, second] = [
      await postLead(page.request, system),
      await postLead(page.request, system),
    ] as const;
    await page.goto(`${system.urls.web}/admin/leads/${first.id}`);
    const matching = page.getByRole('region', { name: 'Agents whose filters match' });
    await expect(matching.getByRole('link').first()).toBeVisible();
    await expect(matching.getByRole('link')).toHaveCount(Math.min(20, await countUnfiltered(system)));
    await expect(matching.getByText('The service is paused').first()).toBeVisible();
    await expect(matching.getByRole('link', { name: 'Petra Picky' })).toHaveCount(0);
    await expectAccessibleLayout(page);

    await open('Withdraw');
    await confirm('Withdraw');
    await expect(dialog.getByText('Enter a reason')).toBeVisible();
    await expectNoViolations(page);
    await dialog.getByLabel('Reason').fill(REASON);
    await confirm('Withdraw');
    await expect(dialog).toHaveCount(0);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByText(/^Withdrawn by /)).toBeVisible();
    await expect(timeline.getByText(`Reason: ${REASON}`)).toBeVisible();
    await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
    expect((await fetchAdminLead(page.request, system, first.id)).status).toBe('expired');

    await page.goto(`${system.urls.web}/admin/leads/${second.id}`);
    await open('Re-route');
    await expect(dialog.getByRole('button', { name: 'Re-route' })).toBeDisabled();
    await dialog.getByLabel('Agent', { exact: true }).fill(agent.email);
    await dialog.getByRole('radio').check();
    await dialog.getByLabel('Reason').fill(REASON);
    await expectAccessibleLayout(page);
    // Enter only searches, although the form is complete.
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/reroute')) sent.push(request.url());
    });
    await dialog.getByLabel('Agent', { exact: true }).fill('nobody has this name');
    await dialog.getByLabel('Agent', { exact: true }).press('Enter');
    await expect(dialog.getByText('No agents match this search')).toBeVisible();
    expect(sent).toEqual([]);
    await confirm('Re-route');
    await expect(dialog.getByRole('alert')).toContainText("outside the buyer's filters");
    await expectNoViolations(page);
    await dialog.getByRole('checkbox').check();
    await confirm('Re-route');
    await expect(dialog).toHaveCount(0);
    await expect(timeline.getByText(/^Re-routed to Petra Picky by /)).toBeVisible();
    await expect
      .poll(async () => (await fetchAdminLead(page.request, system, second.id)).status)
      .toBe('sold');

    // The lists of leads and payments can be limited to one user.
    await page.goto(`${system.urls.web}/admin/users/${agent.id}`);
    await page.getByRole('link', { name: 'See all leads' }).click();
    await expect(page.getByText('Only leads of')).toContainText('Petra Picky');
    await expect(page.getByRole('link', { name: second.name })).toBeVisible();
    await expect(page.getByRole('status').first()).toHaveText(/^1 lead, as of/);
    await page.getByRole('button', { name: 'Show all leads' }).click();
    await expect(page.getByLabel('Search leads')).toBeVisible();
  });
});

test('a click on a user right after typing opens the page', async ({ system, page }) => {
  const { id } = await createPickyAgent(system, 'Prompt');
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin`);
  const link = page.getByRole('link', { name: 'Petra Prompt' });
  await expect(link).toBeVisible();
  // What loads above the list moves the link.
  await expect(page.locator('div[class*=breathe]')).toHaveCount(0);
  // The search matches no user. Its answer arrives while the pointer is down.
  const release = await holdRequests(page, '/api/admin/users');
  const answered = page.waitForResponse(
    (answer) => answer.request().headers()['x-desk-search'] !== undefined,
  );
  await page.getByLabel('Search users').fill('nobody has this name');
  await link.hover();
  await page.mouse.down();
  release();
  await (await answered).finished();
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  );
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`/admin/users/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Petra Prompt' })).toBeVisible();
});
