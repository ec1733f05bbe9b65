import { randomUUID } from 'node:crypto';
import { formatAmount, LEAD_PRICE_CENTS } from '@desk/contracts';
import { seedAgent } from '@desk/tool-start';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import {
  signInAsAdmin,
  getDestination,
  getRows,
  fetchAdminLead,
  withSeededAgentsPaused,
} from './admin-helpers.js';
import { postLead, type PostedLead } from './agent-helpers.js';
import { failLoads, holdRequests, newEmail, PASSWORD } from './helpers.js';
import { expect, type System, test } from './system.js';

const getTimelineSteps = (page: Page) => page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');

const consent = {
  tcpa_text: 'I agree to be called about annuities.',
  ip_address: '203.0.113.77',
  landing_page_url: 'https://funnel.example.com/annuity',
  reference: 'click-8842',
};

/** Posts leads until one is declined by a new agent's card and then sold to another agent. */
async function postLeadSoldAfterDecline(page: Page, system: System): Promise<PostedLead> {
  const agent = {
    firstName: 'Nolan',
    lastName: 'Voss',
    email: newEmail(),
    phone: '+15125550148',
    companyName: '',
    dailyLeadLimit: 7,
    card: 'pm_card_chargeCustomerFail',
  };
  await seedAgent(agent, PASSWORD, system.urls, system.secrets.stripePublishableKey);
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const lead = await postLead(
      page.request,
      system,
      { ...consent, jornaya_leadid: randomUUID() },
      { hasCertificate: true },
    );
    await expect.poll(async () => (await fetchAdminLead(page.request, system, lead.id)).status).toBe('sold');
    const { offers } = await fetchAdminLead(page.request, system, lead.id);
    if (offers.some(({ buyer, status }) => buyer?.firstName === 'Nolan' && status === 'declined'))
      return lead;
  }
  throw new Error('No lead was offered to the agent with the declined card');
}

test('shows the timeline of a lead from receipt through decline and charge to delivery', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  const lead = await postLeadSoldAfterDecline(page, system);
  await page.goto(`${system.urls.web}/admin/leads`);
  await page.getByLabel('Search leads').fill(lead.email);
  await expect(getRows(page, 'Leads')).toHaveCount(1);
  await expect(getRows(page, 'Leads').getByText('Sold', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: lead.name }).click();

  await expect(page.getByRole('heading', { level: 1, name: lead.name })).toBeVisible();
  await expect(page).toHaveTitle(`${lead.name} | Annuity Desk`);
  await expect(getDestination(page, 'Leads')).toHaveAttribute('aria-current', 'true');
  // Delivery is asynchronous, and this page does not update by itself. It lacks the charges if billing is slow.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    for (const hasText of ['Email delivered', /Charged .+pi_/s])
      await expect(getTimelineSteps(page).filter({ hasText })).toBeVisible({ timeout: 1_000 });
  }).toPass();

  const stepTexts = await getTimelineSteps(page).allInnerTexts();
  const indexOfStep = (text: string) => stepTexts.findIndex((step) => step.includes(text));
  const order = [
    'Received from Sample funnel',
    'Offered to Nolan Voss',
    'Card declined',
    `Charged ${formatAmount(LEAD_PRICE_CENTS)}`,
    'Email delivered',
  ].map(indexOfStep);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(stepTexts[indexOfStep('Received')]).toContain('Funnel reference: click-8842');
  expect(stepTexts[indexOfStep('Offered to Nolan Voss')]).toContain('Daily slot 1 of 7');
  expect(stepTexts[indexOfStep('Card declined')]).toContain(
    'The bank declined the card without giving a reason.',
  );
  expect(stepTexts[indexOfStep(`Charged ${formatAmount(LEAD_PRICE_CENTS)}`)]).toMatch(/pi_\w{10,}/);
  for (const step of stepTexts) expect(step).toMatch(/\d{1,2}:\d\d:\d\d\.\d{3} [AP]M/);
  for (const step of stepTexts.slice(1)) expect(step).toMatch(/\+\d/);
  await expect(page.getByText('Posted to delivered')).toBeVisible();

  const facts = page.getByRole('region', { name: 'Consent' });
  await expect(facts.getByRole('link', { name: lead.certificateUrl })).toHaveAttribute('rel', 'noreferrer');
  await expect(facts.getByText('I agree to be called about annuities.')).toBeVisible();
  await expect(facts.getByText('203.0.113.77')).toBeVisible();
  await expect(facts.getByText('https://funnel.example.com/annuity')).toBeVisible();
  await expect(page.getByRole('link', { name: lead.phone })).toBeVisible();

  await expectAccessibleLayout(page);
});

test('offers a retry when a lead fails to load, and reports an unknown lead', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const lead = await postLead(page.request, system);
  const recover = await failLoads(page, `/api/admin/leads/${lead.id}`);
  await page.goto(`${system.urls.web}/admin/leads/${lead.id}`);
  await expect(page.getByRole('alert')).toContainText('The lead could not be loaded.');
  const release = await holdRequests(page, `/api/admin/leads/${lead.id}`);
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Loading the lead...')).toBeVisible();
  release();
  await expect(getTimelineSteps(page).first()).toContainText('Received from Sample funnel');

  for (const id of ['0191e1a0-0000-7000-8000-00000000ffff', 'nothing']) {
    await page.goto(`${system.urls.web}/admin/leads/${id}`);
    await expect(page.getByText('Lead not found')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to Leads' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/admin/leads`);
});

test('keeps filters, search, sort and page of the lead list in the URL', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const email = `paged-${Date.now()}`;
  await withSeededAgentsPaused(
    system,
    async () => {
      let last = '';
      for (let count = 0; count < 52; count += 1)
        last = (await postLead(page.request, system, { email: `${email}-${count}@example.com` })).id;
      await expect.poll(async () => (await fetchAdminLead(page.request, system, last)).status).toBe('sold');
    },
    'pm_card_visa',
  );
  const leads = page.getByRole('link', { name: /Achterberg/ });
  const release = await holdRequests(page, '/api/admin/leads');
  await page.goto(`${system.urls.web}/admin/leads?search=${email}`);
  await expect(page.getByText('Loading leads...')).toBeVisible();
  release();
  await expect(leads).toHaveCount(50);
  await expect(page.getByRole('status').filter({ hasText: /^50 leads on this page/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(leads).toHaveCount(2);
  await page.reload();
  await expect(leads).toHaveCount(2);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(leads).toHaveCount(50);
  await page.goBack();
  await expect(leads).toHaveCount(2);

  await page.getByRole('button', { name: 'Received' }).click();
  await expect(page.getByRole('columnheader', { name: 'Received' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(leads).toHaveCount(50);
  await expect(page).toHaveURL(/order=oldest/);
  await expect(page).not.toHaveURL(/after=/);
  await page.getByLabel('Status').selectOption('Expired');
  await expect(page.getByText('No leads match these filters')).toBeVisible();
  await expect(page).toHaveURL(/status=expired/);
  await page.goto(`${system.urls.web}/admin/leads?status=nonsense&order=x&after=y&search=${email}`);
  await expect(leads).toHaveCount(50);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: 'Leads' }).getByRole('listitem')).toHaveCount(50);
  await page.getByLabel('Sort by').selectOption('Oldest first');
  await expect(page).toHaveURL(/order=oldest/);
  await expectNoOverflow(page);
});

test('lists waiting leads oldest first with their waiting time until they are sold', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  await withSeededAgentsPaused(system, async () => {
    const first = await postLead(page.request, system);
    const second = await postLead(page.request, system);
    const recover = await failLoads(page, '/api/admin/leads');
    await page.goto(`${system.urls.web}/admin/waiting`);
    await expect(page.getByRole('heading', { level: 1, name: 'Waiting Leads' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('The waiting leads could not be loaded.');
    const release = await holdRequests(page, '/api/admin/leads');
    await recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Loading waiting leads...')).toBeVisible();
    release();

    const table = getRows(page, /^Waiting leads/);
    await expect(table.getByRole('rowheader')).toHaveText([first.name, second.name]);
    const waited = table.first().getByRole('cell').last();
    await expect(waited).toHaveText(/^\d+ (s|min)/);
    const before = await waited.textContent();
    await expect(waited).not.toHaveText(before ?? '');
    await expectAccessibleLayout(page);
    await page.getByRole('link', { name: first.name }).click();
    await expect(getTimelineSteps(page).last()).toContainText('Waiting for an agent');
    await page.goBack();
    await expect(table).toHaveCount(2);
  });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('No leads are waiting')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
