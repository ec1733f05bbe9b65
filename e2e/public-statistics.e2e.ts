import type { Page } from '@playwright/test';
import { postLead } from './agent-helpers.js';
import { expect, test } from './system.js';

const MEDIAN_TEXT = /Median posted to delivered/;

interface LeadStatistics {
  leads: number;
  medianMs: number | null;
}

interface Answer {
  status?: number;
  json: object;
}

/** Scrolls the landing page to the statistics. Returns its API calls and the layout shift since. */
async function openStatistics(
  page: Page,
  web: string,
  answer: Answer,
): Promise<{ calls: string[]; shift: number }> {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api')) calls.push(pathname);
  });
  await page.addInitScript(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.route('**/api/statistics', (route) => route.fulfill(answer));
  await page.goto(web, { waitUntil: 'networkidle' });
  // The statistics load only when they become visible.
  expect(calls).toEqual([]);
  // The text may move once more when its fonts are loaded.
  await page.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))',
  );
  const startedAt = await page.evaluate<number>('performance.now()');
  const answered = page.waitForResponse('**/api/statistics');
  await page.getByText('All contact details are emailed to the agent immediately.').scrollIntoViewIfNeeded();
  await answered;
  await page.waitForLoadState('networkidle');
  const sum = `shifts.reduce((sum, { startTime, value }) => (startTime < ${startedAt} ? sum : sum + value), 0)`;
  return { calls, shift: await page.evaluate<number>(sum) };
}

for (const width of [390, 1280])
  test(`shows the median delivery time without a layout shift (${width} px)`, async ({ system, page }) => {
    await page.setViewportSize({ width, height: 640 });
    const { calls, shift } = await openStatistics(page, system.urls.web, {
      json: { medianMs: 412, p95Ms: 830.5, leads: 12_044 },
    });
    await expect(page.getByText(MEDIAN_TEXT)).toHaveText(
      'Median posted to delivered: 0.41 s, measured over 12,044 leads in the last 7 days',
    );
    expect(calls).toEqual(['/api/statistics']);
    expect(shift).toBe(0);
  });

for (const [scenario, answer] of [
  ['nothing was measured', { json: { medianMs: null, p95Ms: null, leads: 0 } }],
  ['the route does not exist', { status: 404, json: { status: 404, code: 'NOT_FOUND', detail: 'Nothing.' } }],
  ['the server fails', { status: 500, json: {} }],
] as const)
  test(`shows no median when ${scenario}`, async ({ system, page }) => {
    await page.setViewportSize({ width: 1280, height: 640 });
    const { shift } = await openStatistics(page, system.urls.web, answer);
    await expect(page.getByText(MEDIAN_TEXT)).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: 'Delivered' }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: /Notifications/ })).toHaveCount(0);
    expect(shift).toBe(0);
  });

test('shows the median that the system measured', async ({ system, page, request }) => {
  const { urls } = system;
  await postLead(request, system);
  // The statistics are cached for 30 seconds.
  await expect
    .poll(
      async () => ((await (await request.get(`${urls.web}/api/statistics`)).json()) as LeadStatistics).leads,
    )
    .toBeGreaterThan(0);

  const answered = page.waitForResponse('**/api/statistics');
  await page.goto(urls.web);
  await page.getByText('All contact details are emailed to the agent immediately.').scrollIntoViewIfNeeded();
  const { leads, medianMs } = (await (await answered).json()) as LeadStatistics;
  expect(medianMs).toBeGreaterThan(0);
  await expect(page.getByText(MEDIAN_TEXT)).toContainText(/: \d+(\.\d+)? s, measured over \d+ leads? in/);
  await expect(page.getByText(MEDIAN_TEXT)).toContainText(`over ${leads} lead`);
});
