import type { Locator, Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { createAgent, getEntries, getRows, signInAsAdmin } from './admin-helpers.js';
import { BUSY, failLoads, holdRequests } from './helpers.js';
import { countBuyers } from './market-helpers.js';
import { getRow, getSection, getType, openReports, openTable, PLACES } from './report-helpers.js';
import { expect, type System, test } from './system.js';

const API_PATH = '/api/admin/reports/eligible-buyers';
const PAGE_PATH = '/admin/reports/open-capacity';
const PAGE_SIZE = 50;
const AGENTS = /^Agents, most open today first$/;

const getState = (page: Page) => page.getByRole('combobox', { name: 'State' });
const getSummary = (page: Page) => page.getByRole('main').getByRole('status');
const getPages = (page: Page) => page.getByRole('navigation', { name: 'Agents pages' });
const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Creates an agent who buys 1,000 leads a day, only in Guam, where no test posts any. No other agent has more open slots. */
const createAgentInGuam = (system: System, lastName: string, leadTypes: readonly string[]) =>
  createAgent(system, { firstName: 'Gina', lastName, phone: '+15125550156' }, async (request) => {
    const others = { assetBands: [], ageRanges: [], hours: [] };
    const budgets = { weeklyBudgetCents: null, monthlyBudgetCents: null };
    for (const [path, data] of [
      ['filters', { states: ['GU'], leadTypes, ...others, ...budgets }],
      ['daily-limit', { dailyLeadLimit: 1_000 }],
    ] as const) {
      const answer = await request.patch(`${system.urls.web}/api/user/${path}`, { data });
      expect(answer.ok(), await answer.text()).toBe(true);
    }
  });

/** Opens the list of a mark, and expects as many agents and open slots in it as the mark counts. */
async function expectListed(page: Page, system: System, mark: Locator, leadType: string): Promise<void> {
  const { agents, open } = await countBuyers(system, 'GU', leadType);
  await mark.click();
  await expect(page).toHaveURL(`${system.urls.web}${PAGE_PATH}?state=GU&type=${leadType}`);
  await expect(getState(page)).toHaveValue('GU');
  await expect(getType(page)).toHaveValue(leadType);
  const totals = `${formatCount(agents)} agents? may still buy ${formatCount(open)} leads today`;
  await expect(getSummary(page)).toHaveText(new RegExp(`^${totals}, as of`));
  await expect(getRows(page, AGENTS)).toHaveCount(Math.min(agents, PAGE_SIZE));
  let [listed, slots] = [0, 0];
  for (let number = 1; number <= Math.ceil(agents / PAGE_SIZE); number += 1) {
    const path = `${API_PATH}?state=GU&leadType=${leadType}&page=${number}`;
    const answer = await page.request.get(system.urls.web + path);
    const { buyers } = (await answer.json()) as { buyers: { openSlots: number }[] };
    listed += buyers.length;
    slots += buyers.reduce((sum, { openSlots }) => sum + openSlots, 0);
  }
  expect([listed, slots]).toEqual([agents, open]);
}

test('lists the agents behind the open capacity of a place, whose open slots add up to it', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  const every = await createAgentInGuam(system, 'Every', []);
  const myga = await createAgentInGuam(system, 'Myga', ['MYGA']);
  await signInAsAdmin(page, system);

  await openReports(page, system, '?show=open');
  await expect(getSection(page, PLACES)).toContainText('A tile and a row open the list of the agents.');
  // Both agents buy MYGA leads, so a tile for all types shows that one.
  const { agents, open } = await countBuyers(system, 'GU', 'MYGA');
  const counts = `${formatCount(open)} MYGA leads may still be bought today; ${agents} agents buy there now`;
  const tile = getSection(page, PLACES).getByRole('link', { name: `Guam (GU): ${counts}`, exact: true });
  await expectListed(page, system, tile, 'MYGA');
  const getAgent = ({ id }: { id: string }) => page.locator(`a[href="/admin/users/${id}"]`);
  await expect(getAgent(every)).toHaveText('Gina Every');
  const row = getRows(page, AGENTS).filter({ has: getAgent(myga) });
  await expect(row.getByRole('rowheader')).toHaveText('Gina Myga');
  await expect(row.getByRole('cell')).toHaveText(['1,000', '1,000']);
  await getAgent(myga).click();
  await expect(page).toHaveURL(`${web}/admin/users/${myga.id}`);
  await page.goBack();

  await getType(page).selectOption('Fixed');
  await expect(page).toHaveURL(`${web}${PAGE_PATH}?state=GU`);
  await expect(getAgent(every)).toBeVisible();
  await expect(getAgent(myga)).toHaveCount(0);
  await page.goBack();
  await expect(getAgent(myga)).toBeVisible();

  await openReports(page, system, '?type=Fixed&show=open');
  const place = getRow(await openTable(page, PLACES), 'Guam (GU)');
  const cells = place.getByRole('cell');
  const fixed = await countBuyers(system, 'GU', 'Fixed');
  await expect(cells.nth(5)).toHaveText(formatCount(fixed.agents));
  await expect(cells.nth(6)).toHaveText(formatCount(fixed.open));
  await expectListed(page, system, place.getByRole('link'), 'Fixed');
});

/** Answers with this many agents, who can buy one more lead each. */
const answerAgents = (page: Page, total: number) =>
  page.route(`**${API_PATH}?*`, (route) => {
    const first = (Number(new URL(route.request().url()).searchParams.get('page')) - 1) * PAGE_SIZE;
    const count = Math.max(0, Math.min(PAGE_SIZE, total - first));
    const buyers = Array.from({ length: count }, (_, index) => {
      const number = first + index + 1;
      const id = `0191e1a0-0000-7000-8000-${String(number).padStart(12, '0')}`;
      const buyer = { id, firstName: 'Ann', lastName: `Number${number}` };
      return { id, buyer: number === 2 ? null : buyer, dailyLeadLimit: 25, openSlots: 1 };
    });
    return route.fulfill({ json: { buyers, total, openSlots: total } });
  });

test('shows each page of the agents who buy in a place, as a table or as cards', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsAdmin(page, system);
  await answerAgents(page, 51);
  await page.goto(`${web}${PAGE_PATH}?state=TX&type=Indexed`);
  await expect(page.getByRole('heading', { level: 1, name: 'Open Capacity' })).toBeVisible();
  await expect(page).toHaveTitle('Open Capacity | Annuity Desk');
  await expect(
    page.getByText(
      'Agents who would buy a lead of this state and type now, and how many more leads of any state and type each may buy today.',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(getState(page).locator('option:checked')).toHaveText('Texas');
  await expect(getState(page).locator('option')).toHaveCount(59);
  expect(await getType(page).locator('option').allTextContents()).toEqual(['Fixed', 'Indexed', 'MYGA']);
  await expect(getSummary(page)).toHaveText(/^51 agents may still buy 51 leads today, as of/);
  const table = page.getByRole('table', { name: AGENTS });
  await expect(table.getByRole('columnheader')).toHaveText(['Agent', 'Daily limit', 'Open today']);
  await expect(getRows(page, AGENTS).getByRole('rowheader').nth(1)).toHaveText('Unknown agent');
  await expectAccessibleLayout(page);

  await getPages(page).getByRole('button', { name: 'Next' }).click();
  await expect(getPages(page)).toContainText('Page 2 of 2');
  await expect(page).toHaveURL(`${web}${PAGE_PATH}?state=TX&type=Indexed&page=2`);
  await expect(getRows(page, AGENTS)).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(getEntries(page, AGENTS)).toHaveText(['Ann Number51Daily limit25Open today1']);
  await getState(page).selectOption('Ohio');
  await expect(page).toHaveURL(`${web}${PAGE_PATH}?state=OH&type=Indexed`);
  await expect(getPages(page)).toContainText('Page 1 of 2');
  await page.goto(`${web}${PAGE_PATH}?state=TX&type=Indexed&page=9`);
  await expect(page.getByText('No more agents', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(getPages(page)).toContainText('Page 1 of 2');

  const back = page.getByRole('main').getByRole('link', { name: 'Reports', exact: true });
  await back.click();
  await expect(page).toHaveURL(`${web}/admin/reports`);
});

test('says that no agent buys in a place, that the list is loading, and that it could not be loaded', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await signInAsAdmin(page, system);
  await answerAgents(page, 0);
  await page.goto(web + PAGE_PATH);
  await expect(getState(page).locator('option:checked')).toHaveText('Alabama');
  await expect(getType(page)).toHaveValue('Fixed');
  await expect(page.getByText('No agent buys Fixed leads in Alabama now', { exact: true })).toBeVisible();
  await expect(
    page.getByText(
      'Agents appear here while their filters match and nothing, such as a pause or a reached daily limit, keeps leads from them.',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(getSummary(page)).toHaveText(/^0 agents, as of/);
  await expectAccessibleLayout(page);

  const recover = await failLoads(page, API_PATH);
  await page.reload();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('The agents could not be loaded.');
  await expect(alert).toContainText(BUSY);
  await recover();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(getSummary(page)).toHaveText(/^0 agents, as of/);
  await expect(alert).toHaveCount(0);

  const release = await holdRequests(page, API_PATH);
  await page.reload();
  await expect(getSummary(page)).toHaveText('Loading agents...');
  release();
  await expect(getSummary(page)).toHaveText(/, as of/);
});
