import { seedAgent } from '@desk/tool-start';
import type { Page } from '@playwright/test';
import { expectFine } from './accessibility.js';
import { asAdmin, rows, wayOf, withoutSeededAgents } from './admins.js';
import { postLead, type PostedLead } from './agents.js';
import { failOnce, hold, newAddress, PASSWORD } from './people.js';
import { expect, type System, test } from './system.js';

const steps = (page: Page) => page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');

const consent = {
  trustedform_cert_url: 'https://cert.trustedform.com/0123456789abcdef',
  jornaya_leadid: '9D2E36E2-EAEB-2A30-48B8-00DE6BB5F4F6',
  tcpa_text: 'I agree to be called about annuities.',
  ip_address: '203.0.113.77',
  landing_page_url: 'javascript:alert(1)',
  reference: 'click-8842',
};

/** A lead that a new agent's card declined and that somebody else then bought. */
async function declinedThenSold(page: Page, system: System): Promise<PostedLead> {
  const agent = {
    firstName: 'Nolan',
    lastName: 'Voss',
    email: newAddress(),
    phone: '+15125550148',
    companyName: '',
    dailyLeadLimit: 7,
    card: 'pm_card_chargeCustomerFail',
  };
  await seedAgent(agent, PASSWORD, system.urls, system.secrets.stripePublishableKey);
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const lead = await postLead(page.request, system, consent);
    await expect.poll(async () => (await wayOf(page.request, system, lead.id)).status).toBe('sold');
    const { offers } = await wayOf(page.request, system, lead.id);
    if (offers.some(({ buyer, status }) => buyer?.firstName === 'Nolan' && status === 'declined'))
      return lead;
  }
  throw new Error('no lead was offered to the agent whose card declines');
}

test('a lead’s whole way: who it was offered to, why not, who paid, and when it arrived', async ({
  system,
  page,
}) => {
  await asAdmin(page, system);
  const lead = await declinedThenSold(page, system);
  await page.goto(`${system.urls.web}/admin/leads`);
  await page.getByLabel('Search leads').fill(lead.email);
  await expect(rows(page, 'Leads')).toHaveCount(1);
  await expect(rows(page, 'Leads').getByText('Sold', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: lead.name }).click();

  await expect(page.getByRole('heading', { level: 1, name: lead.name })).toBeVisible();
  await expect(page).toHaveTitle(`${lead.name} | Annuity Desk`);
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Leads', exact: true }))
    .toHaveAttribute('aria-current', 'page'); // prettier-ignore
  // The mail goes out by itself; the page shows it when it is looked at again.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(steps(page).filter({ hasText: 'Email delivered' })).toBeVisible({ timeout: 1_000 });
  }).toPass();

  const told = await steps(page).allInnerTexts();
  const at = (text: string) => told.findIndex((step) => step.includes(text));
  const order = [
    'Received from Sample funnel',
    'Offered to Nolan Voss',
    'Card declined',
    'Charged $80.00',
    'Email delivered',
  ].map(at);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(told[at('Received')]).toContain('Funnel reference: click-8842');
  expect(told[at('Offered to Nolan Voss')]).toContain('Daily slot 1 of 7');
  expect(told[at('Card declined')]).toContain('The bank declined the card without giving a reason.');
  expect(told[at('Charged $80.00')]).toMatch(/pi_\w{10,}/);
  for (const step of told) expect(step).toMatch(/\d{1,2}:\d\d:\d\d\.\d{3} [AP]M/);
  for (const step of told.slice(1)) expect(step).toMatch(/\+\d/);
  await expect(page.getByText('Posted to delivered')).toBeVisible();

  const facts = page.getByRole('region', { name: 'Consent' });
  await expect(facts.getByRole('link', { name: /cert\.trustedform\.com/ })).toHaveAttribute(
    'rel',
    'noreferrer',
  );
  await expect(facts.getByText('I agree to be called about annuities.')).toBeVisible();
  await expect(facts.getByText('203.0.113.77')).toBeVisible();
  // An address that is none is text.
  await expect(facts.getByText('javascript:alert(1)')).toBeVisible();
  await expect(facts.locator('a[href^="javascript"]')).toHaveCount(0);
  await expect(page.getByRole('link', { name: lead.phone })).toBeVisible();

  await expectFine(page);
});

test('a lead that cannot be read, and one that is none', async ({ system, page }) => {
  await asAdmin(page, system);
  const lead = await postLead(page.request, system);
  await failOnce(page, 'GET', `/api/admin/leads/${lead.id}`);
  await page.goto(`${system.urls.web}/admin/leads/${lead.id}`);
  await expect(page.getByRole('alert')).toContainText('The lead could not be loaded.');
  const letGo = await hold(page, `/api/admin/leads/${lead.id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Loading the lead...')).toBeVisible();
  letGo();
  await expect(steps(page).first()).toContainText('Received from Sample funnel');

  for (const id of ['0191e1a0-0000-7000-8000-00000000ffff', 'nothing']) {
    await page.goto(`${system.urls.web}/admin/leads/${id}`);
    await expect(page.getByText('Lead not found')).toBeVisible();
  }
  await page.getByRole('link', { name: 'See all leads' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/admin/leads`);
});

test('leads are filtered, searched, ordered and paged, all in the address', async ({ system, page }) => {
  await asAdmin(page, system);
  const email = `paged-${Date.now()}`;
  await withoutSeededAgents(
    system,
    async () => {
      let last = '';
      for (let count = 0; count < 52; count += 1)
        last = (await postLead(page.request, system, { email: `${email}-${count}@example.com` })).id;
      await expect.poll(async () => (await wayOf(page.request, system, last)).status).toBe('sold');
    },
    'pm_card_visa',
  );
  const leads = page.getByRole('link', { name: /Achterberg/ });
  const letGo = await hold(page, '/api/admin/leads');
  await page.goto(`${system.urls.web}/admin/leads?search=${email}`);
  await expect(page.getByText('Loading leads...')).toBeVisible();
  letGo();
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
  await expectFine(page);
});

test('waiting leads: the oldest first, how long they wait, and gone when somebody takes them', async ({
  system,
  page,
}) => {
  await asAdmin(page, system);
  await withoutSeededAgents(system, async () => {
    const first = await postLead(page.request, system);
    const second = await postLead(page.request, system);
    await failOnce(page, 'GET', '/api/admin/leads');
    await page.goto(`${system.urls.web}/admin/waiting`);
    await expect(page.getByRole('heading', { level: 1, name: 'Waiting Leads' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('The waiting leads could not be loaded.');
    const letGo = await hold(page, '/api/admin/leads');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Loading waiting leads...')).toBeVisible();
    letGo();

    const table = rows(page, /^Waiting leads/);
    await expect(table.getByRole('rowheader')).toHaveText([first.name, second.name]);
    const waited = table.first().getByRole('cell').last();
    await expect(waited).toHaveText(/^\d+ (s|min)/);
    const before = await waited.textContent();
    await expect(waited).not.toHaveText(before ?? '');
    await expectFine(page);
    await page.getByRole('link', { name: first.name }).click();
    await expect(steps(page).last()).toContainText('Waiting for an agent');
    await page.goBack();
    await expect(table).toHaveCount(2);
  });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('No leads are waiting')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
