import { randomUUID } from 'node:crypto';
import type { FunnelWithKey } from '@desk/contracts';
import { expectAccessibleLayout, expectNoOverflow, expectNoViolations } from './accessibility.js';
import { signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { postLead } from './agent-helpers.js';
import { queryFirstRow, queryDatabase } from './database.js';
import { failLoads } from './helpers.js';
import { expect, test } from './system.js';

for (const width of [1280, 390])
  test(`shows as many posts of a funnel as the database has, ${width} px wide`, async ({ system, page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAsAdmin(page, system);
    const created = await page.request.post(`${system.urls.web}/api/admin/funnels`, {
      data: { name: `Counted ${randomUUID().slice(0, 8)}` },
    });
    const { funnel, key } = (await created.json()) as FunnelWithKey;
    await queryFirstRow(system, "UPDATE leads.funnels SET mode = 'live' WHERE id = $1 RETURNING id", [
      funnel.id,
    ]);
    const path = `${system.urls.web}/admin/funnels/${funnel.id}`;
    const report = page.getByRole('region', { name: 'Posts of the last 30 days' });
    await page.goto(path);
    await expect(report.getByRole('heading', { name: '0 accepted' })).toBeVisible();
    await expect(report.getByRole('heading', { name: '0 refused' })).toBeVisible();

    const post = (data: object) =>
      page.request.post(`${system.urls.web}/api/ingest/leads`, { headers: { 'x-funnel-key': key }, data });
    // Another test may have used up the daily slots of the seeded agents, so a new buyer takes every lead.
    await withSeededAgentsPaused(
      system,
      async () => {
        const sell = () => postLead(page.request, system, {}, { funnelKey: key });
        const { email, phone } = await sell();
        await sell();
        await sell();
        const known = { full_name: 'Known Person', email, phone, state: 'TX', zip: '78701', age: 66 };
        const rest = { assets: '$1M+', timeline: '0-3 months', type: 'MYGA' };
        expect((await post({ ...known, ...rest })).status()).toBe(409);
        expect((await post({ ...known, ...rest, zip: '78702' })).status()).toBe(409);
        expect((await post({ ...known, ...rest, phone: '1' })).status()).toBe(422);
        expect((await post([])).status()).toBe(400);
        await expect
          .poll(async () => {
            const { count } = await queryFirstRow<{ count: number }>(
              system,
              "SELECT count(*)::int AS count FROM leads.leads WHERE funnel_id = $1 AND status = 'sold'",
              [funnel.id],
            );
            return count;
          })
          .toBe(3);
      },
      'pm_card_visa',
    );
    // Gateways send their counts every few seconds.
    const readRejections = () =>
      queryDatabase<{ reason: string; count: number }>(
        system,
        "SELECT reason, sum(count)::int AS count FROM leads.rejections WHERE funnel_id = $1 AND field = '' GROUP BY reason ORDER BY reason",
        [funnel.id],
      );
    await expect.poll(readRejections).toEqual([
      { reason: 'duplicate', count: 2 },
      { reason: 'invalid', count: 1 },
      { reason: 'malformed', count: 1 },
    ]);

    const recover = await failLoads(page, /\/report$/);
    await page.reload();
    await expect(report.getByText('The posts could not be counted.')).toBeVisible();
    await recover();
    await report.getByRole('button', { name: 'Try again' }).click();
    const leads = await queryFirstRow<Record<'accepted' | 'sold' | 'available', number>>(
      system,
      `SELECT count(*)::int AS accepted, (count(*) FILTER (WHERE status = 'sold'))::int AS sold,
              (count(*) FILTER (WHERE status = 'available'))::int AS available
         FROM leads.leads WHERE funnel_id = $1`,
      [funnel.id],
    );
    expect(leads).toEqual({ accepted: 3, sold: 3, available: 0 });
    await expect(report.getByRole('heading', { name: `${leads.accepted} accepted` })).toBeVisible();
    await expect(report.getByRole('heading', { name: '4 refused' })).toBeVisible();
    for (const [label, count] of [
      ['Sold', leads.sold],
      ['Being charged', 0],
      ['Waiting for an agent', leads.available],
      ['Expired', 0],
      ['Duplicate', 2],
      ['Fields missing or not valid', 1],
      ['Not readable', 1],
    ] as const) {
      const row = report.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
      await expect(row.getByRole('definition')).toHaveText(String(count));
    }
    await expectNoOverflow(page);
    await expectNoViolations(page);
    if (width === 1280) await expectAccessibleLayout(page);
  });
