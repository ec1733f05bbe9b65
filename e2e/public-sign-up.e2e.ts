import { formatPrice, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { signInAsAdmin } from './admin-helpers.js';
import { pauseService, sellLead } from './agent-helpers.js';
import { listEmails, PASSWORD, signInAsNewAgent } from './helpers.js';
import { expect, test } from './system.js';
import {
  newApplicant,
  completeStep,
  expectStep,
  fillCard,
  clickContinue,
  signUpUntil,
  steps,
} from './sign-up-helpers.js';

test.afterEach(async ({ system, page }) => pauseService(page, system));

const clickNotNow = (page: Page) => page.getByRole('link', { name: 'Not Now' }).click();

test('creates an agent who receives leads after eight steps, and stores no password in the browser', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await page.goto(`${web}/get-started`);
  await expectStep(page, 'start');
  await expect(page.getByRole('heading', { name: "What You'll Get" })).toBeVisible();
  await clickNotNow(page);
  await expect(page).toHaveURL(`${web}/`);

  const agent = await signUpUntil(page, web, 'activate', newApplicant(), async (step) => {
    if (step === 'delivery') {
      await expect(page.getByLabel('Email')).toBeChecked();
      await expect(page.getByLabel('Slack')).not.toBeChecked();
      await page.getByLabel('Slack').check();
      await page.getByLabel('Other').fill('https://crm.example.com/hook');
    }
    if (step === 'cc') {
      await expect(
        page.getByText(
          `We charge ${formatPrice(LEAD_PRICE_CENTS)} per lead, on delivery. Nothing is charged until a lead is delivered. All sales are final.`,
        ),
      ).toBeVisible();
      await expect(page.getByText('A wrong number does not lead to a refund.')).toBeVisible();
      await fillCard(page, '4000000000000002');
      await clickContinue(page);
      await expect(page.getByText('Your card was declined.').first()).toBeVisible();
      const stored = await page.evaluate<string>(
        'JSON.stringify([sessionStorage, localStorage, history.state])',
      );
      expect(stored).toContain('desk.sign-up');
      expect(stored).not.toContain(PASSWORD);
    }
    if (step === 'daily-limit') {
      await expect(page.getByLabel('Custom limit')).toHaveValue('25');
      for (const preset of [1, 25, 50, 100, 500, 10]) {
        await page.getByRole('button', { name: String(preset), exact: true }).click();
        await expect(page.getByLabel('Custom limit')).toHaveValue(String(preset));
        const cost = formatPrice(preset * LEAD_PRICE_CENTS);
        await expect(page.getByText(`${cost} per day`, { exact: true })).toBeVisible();
      }
      await expect(page.getByRole('radio', { name: 'All states' })).toBeChecked();
      await expect(
        page.getByText('Leads come from every state, and each costs $80, also where you are not licensed.'),
      ).toBeVisible();
      await page.getByRole('radio', { name: 'Only some states' }).check();
      await clickContinue(page);
      await expect(page.getByText('Choose at least one state')).toBeVisible();
      for (const state of ['TX', 'FL'])
        await page.getByRole('checkbox', { name: state, exact: true }).check();
    }
  });
  await expect(page.getByRole('main').getByText('FL, TX').first()).toBeVisible();
  await expect(page.getByText('10 leads per day')).toBeVisible();
  await expect(page.getByText(`${formatPrice(10 * LEAD_PRICE_CENTS)} per day`)).toBeVisible();
  await completeStep(page, 'activate', agent);
  await expect(page).toHaveURL(`${web}/get-started-thank-you`);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(`${web}/`);
  await page.goto(`${web}/get-started-thank-you`);
  await expect(page).toHaveURL(`${web}/`);

  const user = (await (await page.request.get(`${web}/api/auth/user`)).json()) as Record<string, unknown>;
  expect(user).toMatchObject({ email: agent.email, dailyLeadLimit: 10 });
  const { filters } = (await (await page.request.get(`${web}/api/user/filters`)).json()) as {
    filters: { states: string[] };
  };
  expect(filters.states).toEqual(['FL', 'TX']);
  expect(user['stripePaymentMethodId']).toEqual(expect.stringContaining('pm_'));

  const lead = await sellLead(page, system);
  await expect
    .poll(async () => (await listEmails(page.request, system, agent.email)).map(({ subject }) => subject))
    .toContain(`New Fixed annuity lead: ${lead.name}, TX`);
});

test('a sign-up ends the session of the account that was signed in before, and shows nothing of it', async ({
  system,
  page,
  playwright,
}) => {
  const { web } = system.urls;
  const main = page.getByRole('main');
  await signInAsNewAgent(page, system);
  const before = await playwright.request.newContext({ storageState: await page.context().storageState() });
  await page.goto(`${web}/integrations`);
  const sms = page.getByRole('region', { name: 'SMS', exact: true });
  await sms.getByRole('button', { name: 'Request Integration' }).click();
  await sms.getByRole('link', { name: 'Contact us' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Annuity Desk' }).click();
  await main.getByRole('link', { name: 'Get Started' }).first().click();

  const agent = newApplicant();
  for (const step of steps) {
    await expectStep(page, step);
    await completeStep(page, step, agent);
  }
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByText(agent.email).first()).toBeVisible();
  await page.getByRole('link', { name: 'Integrations' }).click();
  await expect(sms.getByRole('button', { name: 'Request Integration' })).toBeVisible();
  expect((await before.get(`${web}/api/auth/user`)).status()).toBe(401);
  await before.dispose();
});

test('resumes a sign-up that was left at the last step', async ({ system, page }) => {
  const { web } = system.urls;
  const agent = await signUpUntil(page, web, 'activate');
  await clickNotNow(page);
  await expect(page).toHaveURL(`${web}/`);
  await page.goto(`${web}/get-started`);
  await completeStep(page, 'security', agent);
  await expectStep(page, 'daily-limit');
});

test('reports a blocked card script and retries it', async ({ system, page }) => {
  await page.route('**/js/stripe.js', (route) => route.abort());
  await signUpUntil(page, system.urls.web, 'cc');
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'security');
  await clickContinue(page);
  await expectStep(page, 'cc');
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await page.unroute('**/js/stripe.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('shows the thank-you page only after a sign-up and to admins', async ({ system, page }) => {
  const { web } = system.urls;
  await page.goto(`${web}/get-started-thank-you`);
  await expect(page).toHaveURL(`${web}/`);
  await signInAsAdmin(page, system);
  await page.goto(`${web}/get-started-thank-you`);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
});
