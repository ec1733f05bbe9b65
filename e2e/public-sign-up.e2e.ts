import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test, type System } from './system.js';
import {
  anAgent,
  answerStep,
  expectStep,
  fillCard,
  leaveLine,
  password,
  proceed,
  walkTo,
} from './public-walk.js';

test.afterEach(async ({ system, page }) => leaveLine(page, system.urls.web));

const notNow = (page: Page) => page.getByRole('link', { name: 'Not Now' }).click();

async function postLead({ urls, seeded }: System, request: APIRequestContext, name: string): Promise<void> {
  const posted = await request.post(`${urls.web}/api/ingest/leads`, {
    headers: { 'x-funnel-key': seeded.funnelKey },
    data: {
      first_name: name,
      last_name: 'Okafor',
      email: `${name}@example.net`,
      phone: `(512) 555-02${String(made()).padStart(2, '0')}`,
      state: 'TX',
      zip: '78701',
      age: 67,
      estimated_assets: '$250K-$500K',
      purchase_timeline: '0-3 months',
      lead_type: 'Fixed',
    },
  });
  expect(posted.status()).toBe(201);
}
let leads = 0;
const made = (): number => (leads += 1);

const mailsTo = async ({ urls }: System, request: APIRequestContext, email: string): Promise<string[]> => {
  const { mails } = (await (await request.get(`${urls.sandbox}/sandbox/mails`)).json()) as {
    mails: { subject: string; to: unknown }[];
  };
  return mails.filter(({ to }) => JSON.stringify(to).includes(email)).map(({ subject }) => subject);
};

test('the eight steps end with an agent who receives leads', async ({ system, page, request }) => {
  const { web } = system.urls;
  await page.goto(`${web}/get-started`);
  await expectStep(page, 'start');
  await expect(page.getByRole('heading', { name: "What You'll Get" })).toBeVisible();
  await notNow(page);
  await expect(page).toHaveURL(`${web}/`);

  const agent = await walkTo(page, web, 'activate', anAgent(), async (step) => {
    if (step === 'delivery') {
      await expect(page.getByLabel('Email')).toBeChecked();
      await expect(page.getByLabel('Slack')).not.toBeChecked();
      await page.getByLabel('Slack').check();
      await page.getByLabel('Other').fill('https://crm.example.com/hook');
    }
    if (step === 'cc') {
      await expect(page.getByText('$80 per lead').first()).toBeVisible();
      await fillCard(page, '4000000000000002');
      await proceed(page);
      await expect(page.getByText('Your card was declined.').first()).toBeVisible();
    }
    if (step === 'daily-limit') {
      await expect(page.getByLabel('Custom limit')).toHaveValue('25');
      for (const [preset, cost] of [
        ['1', '$80'],
        ['25', '$2,000'],
        ['50', '$4,000'],
        ['100', '$8,000'],
        ['500', '$40,000'],
        ['10', '$800'],
      ] as const) {
        await page.getByRole('button', { name: preset, exact: true }).click();
        await expect(page.getByLabel('Custom limit')).toHaveValue(preset);
        await expect(page.getByText(`${cost} per day`, { exact: true })).toBeVisible();
      }
    }
  });
  await expect(page.getByText('10 leads per day')).toBeVisible();
  await expect(page.getByText('$800 per day')).toBeVisible();
  await answerStep(page, 'activate', agent);
  await expect(page).toHaveURL(`${web}/get-started-thank-you`);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(`${web}/`);
  await page.goto(`${web}/get-started-thank-you`);
  await expect(page).toHaveURL(`${web}/`);

  const user = (await (await page.request.get(`${web}/api/auth/user`)).json()) as Record<string, unknown>;
  expect(user).toMatchObject({ email: agent.email, dailyLeadLimit: 10 });
  expect(user['stripePaymentMethodId']).toEqual(expect.stringContaining('pm_'));

  // Whoever has waited longest is next, so the newcomer has one of the first few.
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dov', 'Eve']) await postLead(system, request, name);
  await expect
    .poll(() => mailsTo(system, request, agent.email))
    .toContainEqual(expect.stringMatching(/^New Fixed annuity lead: \w+ Okafor, TX$/));
});

test('whoever declines at the end may come back', async ({ system, page }) => {
  const { web } = system.urls;
  const agent = await walkTo(page, web, 'activate');
  await notNow(page);
  await expect(page).toHaveURL(`${web}/`);
  await page.goto(`${web}/get-started`);
  await answerStep(page, 'security', agent);
  await expectStep(page, 'daily-limit');
});

test('no password is kept in the browser', async ({ system, page }) => {
  await walkTo(page, system.urls.web, 'cc');
  const kept = await page.evaluate<string>('JSON.stringify([sessionStorage, localStorage, history.state])');
  expect(kept).toContain('desk.sign-up');
  expect(kept).not.toContain(password);
});

test('a blocked card script is told, and tried again', async ({ system, page }) => {
  await page.route('**/js/stripe.js', (route) => route.abort());
  await walkTo(page, system.urls.web, 'cc');
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'security');
  await proceed(page);
  await expectStep(page, 'cc');
  await page.unroute('**/js/stripe.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('the thank-you page is for those who just signed up, and for admins', async ({ system, page }) => {
  const { web } = system.urls;
  await page.goto(`${web}/get-started-thank-you`);
  await expect(page).toHaveURL(`${web}/`);
  const admin = system.seeded.signIns.find(({ who }) => who === 'Admin');
  await page.request.post(`${web}/api/auth/login`, {
    headers: { origin: web },
    data: { email: admin?.email, password: admin?.password },
  });
  await page.goto(`${web}/get-started-thank-you`);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
});
