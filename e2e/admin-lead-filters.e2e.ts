import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectFocusKept } from './accessibility.js';
import { fetchAdminLead, getRows, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { postLead, type PostedLead } from './agent-helpers.js';
import { queryFirstRow } from './database.js';
import { createLiveFunnel, type LiveFunnel, refundLead } from './market-helpers.js';
import { expect, type System, test } from './system.js';

const MONTANA = { state: 'MT', zip: '59601' };

const getDropdown = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const getDay = (page: Page, label: 'From' | 'To') => page.getByLabel(label, { exact: true });
const getClear = (page: Page) => page.getByRole('button', { name: 'Clear filters' });

/** Waits until the list shows exactly these leads and their number. */
async function expectLeads(page: Page, leads: readonly PostedLead[]): Promise<void> {
  const count = `${leads.length} lead${leads.length === 1 ? '' : 's'}`;
  await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${count}, as of`) })).toBeVisible();
  if (leads.length === 0) await expect(page.getByText('No leads match these filters')).toBeVisible();
  else await expect(getRows(page, 'Leads').getByRole('rowheader')).toHaveText(leads.map(({ name }) => name));
}

/** Sells two leads, and refunds the second one. */
async function sellAndRefund(page: Page, system: System, { key }: LiveFunnel) {
  const sell = async () => {
    const lead = await postLead(page.request, system, {}, { funnelKey: key });
    await expect.poll(async () => (await fetchAdminLead(page.request, system, lead.id)).status).toBe('sold');
    return lead;
  };
  const [sold, refunded] = [await sell(), await sell()] as const;
  await refundLead(page, system, refunded);
  return { sold, refunded };
}

/** Posts two leads that nobody buys, and withdraws the second one. */
async function postUnsold(page: Page, system: System, { key }: LiveFunnel) {
  const post = (profile: object) =>
    postLead(page.request, system, { lead_type: 'MYGA', ...profile }, { funnelKey: key });
  const [waiting, ended] = [await post(MONTANA), await post({})] as const;
  const answer = await page.request.post(`${system.urls.web}/api/admin/leads/${ended.id}/withdraw`, {
    data: { reason: 'Asked us by phone' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { waiting, ended };
}

/** Reads calendar days in the reporting time zone. */
const readDays = (system: System) =>
  queryFirstRow<{ yesterday: string; today: string; tomorrow: string }>(
    system,
    `SELECT (today - 1)::text AS yesterday, today::text, (today + 1)::text AS tomorrow
       FROM (SELECT (now() AT TIME ZONE time_zone)::date AS today FROM leads.report_zone) days`,
  );

test('filters all leads by each field and by all fields together, and counts the matches', async ({
  system,
  page,
}) => {
  const list = `${system.urls.web}/admin/leads`;
  await signInAsAdmin(page, system);
  const funnel = await createLiveFunnel(page, system);
  const sell = () => sellAndRefund(page, system, funnel);
  const { sold, refunded } = await withSeededAgentsPaused(system, sell, 'pm_card_visa');
  await withSeededAgentsPaused(system, async () => {
    const { waiting, ended } = await postUnsold(page, system, funnel);
    const all = [ended, waiting, refunded, sold];
    const { yesterday, today, tomorrow } = await readDays(system);
    const ofFunnel = `${list}?funnel=${funnel.id}`;

    await page.goto(list);
    await expect(getClear(page)).toHaveCount(0);
    await getDropdown(page, 'Funnel').selectOption(funnel.name);
    await expect(page).toHaveURL(ofFunnel);
    await expectLeads(page, all);
    await expect(getRows(page, 'Leads').filter({ hasText: refunded.name })).toContainText('Refunded');
    const statuses = ['All', 'Waiting', 'Reserved', 'Sold', 'Expired', 'Without a buyer', 'Refunded'];
    expect(await getDropdown(page, 'Status').locator('option').allTextContents()).toEqual(statuses);
    for (const [label, chosen, query, left] of [
      ['Status', 'Waiting', 'status=available', [waiting]],
      ['Status', 'Reserved', 'status=reserved', []],
      ['Status', 'Sold', 'status=sold', [refunded, sold]],
      ['Status', 'Expired', 'status=expired', [ended]],
      ['Status', 'Without a buyer', 'status=unsold', [ended, waiting]],
      ['Status', 'Refunded', 'status=refunded', [refunded]],
      ['State', 'Montana', 'state=MT', [waiting]],
      ['Type', 'MYGA', 'leadType=MYGA', [ended, waiting]],
    ] as const) {
      await getDropdown(page, label).selectOption(chosen);
      await expect(page).toHaveURL(`${ofFunnel}&${query}`);
      await expectLeads(page, left);
      await page.goBack();
      await expect(page).toHaveURL(ofFunnel);
      await expect(getDropdown(page, label)).toHaveValue('all');
      await expectLeads(page, all);
    }

    await getDay(page, 'From').fill(today);
    await expect(page).toHaveURL(`${ofFunnel}&from=${today}`);
    await expectLeads(page, all);
    await getDay(page, 'To').fill(yesterday);
    await expect(page.getByText('Must not be before From')).toBeVisible();
    await getDay(page, 'To').fill(today);
    await expect(page).toHaveURL(`${ofFunnel}&from=${today}&to=${today}`);
    await expectLeads(page, all);
    await getDay(page, 'To').fill('');
    await getDay(page, 'From').fill(tomorrow);
    await expectLeads(page, []);
    await expect(page.getByText(new RegExp(`^From: .+, Funnel: ${funnel.name}$`))).toBeVisible();
    await getDay(page, 'From').fill('');
    await getDay(page, 'To').fill(yesterday);
    await expectLeads(page, []);
    // All day changes share one history entry.
    await page.goBack();
    await expect(page).toHaveURL(ofFunnel);
    await expectLeads(page, all);

    const allFilters = `?from=${today}&to=${today}&funnel=${funnel.id}&state=TX&leadType=MYGA&status=expired`;
    await page.goto(list + allFilters);
    for (const load of [() => page.reload(), () => Promise.resolve()]) {
      await expectLeads(page, [ended]);
      await expect(getDay(page, 'From')).toHaveValue(today);
      await expect(getDay(page, 'To')).toHaveValue(today);
      await expect(getDropdown(page, 'Funnel')).toHaveValue(funnel.id);
      await expect(getDropdown(page, 'State')).toHaveValue('TX');
      await expect(getDropdown(page, 'Type')).toHaveValue('MYGA');
      await expect(getDropdown(page, 'Status')).toHaveValue('expired');
      await load();
    }
    await getDropdown(page, 'State').selectOption('All');
    await page.getByLabel('Search leads').fill(waiting.email);
    await expectLeads(page, []);
    await expect(page.getByText(/^Status: Expired, From: /)).toBeVisible();
    // On a slow computer, a second change can begin before the page shows the first.
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 30 });
    await page.getByLabel('Search leads').fill('');
    await getClear(page).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(list);
    await client.detach();
    await expect(getClear(page)).toHaveCount(0);
    await expectFocusKept(page);
    await getDropdown(page, 'Status').focus();
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(`${list}?status=available`);
    await page.keyboard.press('Tab');
    await expect(getDay(page, 'From')).toBeFocused();
    await getDropdown(page, 'Funnel').selectOption(funnel.name);
    await expectLeads(page, [waiting]);

    for (const query of [
      'status=gone&from=yesterday&to=2026-02-30&state=Texas&leadType=Annuity',
      'from=2026-11-30&to=2026-11-01',
    ]) {
      await page.goto(`${ofFunnel}&${query}`);
      await expectLeads(page, all);
      for (const label of ['Status', 'State', 'Type'])
        await expect(getDropdown(page, label)).toHaveValue('all');
      for (const label of ['From', 'To'] as const) await expect(getDay(page, label)).toHaveValue('');
    }
    await page.goto(`${list}?funnel=nothing&status=gone`);
    await expect(getRows(page, 'Leads')).not.toHaveCount(0);
    await expect(getClear(page)).toHaveCount(0);
  });
});

test('limits the list to the campaign in the URL, and ignores an invalid one', async ({ system, page }) => {
  const list = `${system.urls.web}/admin/leads`;
  await signInAsAdmin(page, system);
  const funnel = await createLiveFunnel(page, system);
  const post = (landingPage: string) => {
    const profile = { ...MONTANA, lead_type: 'MYGA', landing_page_url: `https://example.com/${landingPage}` };
    return postLead(page.request, system, profile, { funnelKey: funnel.key });
  };
  await withSeededAgentsPaused(system, async () => {
    const named = await post(`?utm_source=Google&utm_campaign=${funnel.campaign}`);
    const sourceOnly = await post(`?utm_source=${funnel.campaign}`);
    const unnamed = await post('');
    const ofFunnel = `${list}?funnel=${funnel.id}`;
    const note = page.getByText(/^Campaign: /);
    const showAll = page.getByRole('button', { name: 'Show all campaigns' });

    for (const [campaign, name, leads] of [
      [`${funnel.campaign}@google`, `${funnel.campaign} (google)`, [named]],
      [`@${funnel.campaign}`, `${funnel.campaign}, no campaign`, [sourceOnly]],
      ['@', 'Without a campaign', [unnamed]],
      [`${funnel.campaign}@`, funnel.campaign, []],
    ] as const) {
      await page.goto(`${ofFunnel}&campaign=${campaign}`);
      await expectLeads(page, leads);
      await expect(note).toHaveText(`Campaign: ${name}`);
      await expect(page.getByLabel('Search leads')).toBeVisible();
    }
    await expectAccessibleLayout(page);
    await showAll.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(ofFunnel);
    await expectFocusKept(page);
    await expectLeads(page, [unnamed, sourceOnly, named]);
    await expect(note).toHaveCount(0);
    await expect(showAll).toHaveCount(0);

    await page.goto(`${list}?campaign=${funnel.campaign}@google`);
    await expectLeads(page, [named]);
    await getDropdown(page, 'Status').selectOption('Sold');
    await expectLeads(page, []);
    await expect(page).toHaveURL(`${list}?campaign=${funnel.campaign}%40google&status=sold`);
    await getClear(page).click();
    await expect(page).toHaveURL(list);
    await expect(note).toHaveCount(0);

    for (const campaign of ['google', 'a@b@google', `@${'x'.repeat(61)}`]) {
      await page.goto(`${ofFunnel}&campaign=${campaign}`);
      await expectLeads(page, [unnamed, sourceOnly, named]);
      await expect(note).toHaveCount(0);
    }
  });
});
