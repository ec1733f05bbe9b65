import { LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Locator, Page } from '@playwright/test';
import { expect, type System } from './system.js';

/** The section with the map of states. */
export const PLACES = 'Where demand and supply meet';

export const getSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const getTable = (page: Page, name: string) => getSection(page, name).getByRole('table', { name });
export const getHeaders = (page: Page, name: string) => getTable(page, name).getByRole('columnheader');
export const getType = (page: Page) => page.getByRole('combobox', { name: 'Lead type' });
export const getMeasure = (page: Page) => page.getByRole('combobox', { name: 'Show', exact: true });
export const getTotal = (page: Page, label: string) =>
  getSection(page, 'Totals')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition');

export async function openReports(page: Page, { urls }: System, query = ''): Promise<void> {
  await page.goto(`${urls.web}/admin/reports${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
}

/** Opens a table if necessary: only short ones are open from the start. */
export async function openTable(page: Page, name: string): Promise<Locator> {
  const table = getTable(page, name);
  const summary = getSection(page, name).getByText(`Table of ${name}`);
  await expect(summary).toBeVisible();
  if (!(await table.isVisible())) await summary.click();
  await expect(table).toBeVisible();
  return table;
}

export const getRow = (table: Locator, name: string): Locator =>
  table.getByRole('row').filter({ has: table.page().getByRole('rowheader', { name, exact: true }) });

const noLeads = { accepted: 0, sold: 0, expired: 0, refunded: 0, revenueCents: 0 };
const oneSold = { ...noLeads, accepted: 1, sold: 1, revenueCents: LEAD_PRICE_CENTS };

/** Answers with a report of one lead on the first day, or of no leads. */
export const answerReport = (page: Page, isEmpty: boolean) =>
  page.route('**/api/admin/reports?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
    const posts = { duplicates: 1, refused: 2, delivered: 0, deliveredInTime: 0, delays: [] };
    const place = { state: 'OH', leadType: 'Fixed', ...oneSold, agents: 2, openSlots: 5 };
    return route.fulfill({
      json: {
        timeZone: 'America/New_York',
        from,
        to,
        today: to,
        days: [{ day: from, ...(isEmpty ? noLeads : oneSold), ...posts }],
        funnels: [],
        campaigns: [],
        places: isEmpty ? [] : [place],
      },
    });
  });

/** Answers with empty reports on agents and money. */
export async function answerNothing(page: Page): Promise<void> {
  await page.route('**/api/admin/reports/agents?*', (route) => route.fulfill({ json: { agents: [] } }));
  await page.route('**/api/admin/reports/money?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const [from, to] = [searchParams.get('from'), searchParams.get('to')];
    const moved = { charges: 0, chargesCents: 0, refunds: 0, refundsCents: 0, disputes: 0, disputesCents: 0 };
    const totals = { ...moved, feesCents: null, netCents: 0 };
    return route.fulfill({
      json: { timeZone: 'America/New_York', from, to, today: to, days: [], totals },
    });
  });
}
