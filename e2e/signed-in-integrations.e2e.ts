import type { Page } from '@playwright/test';
import { expectFine } from './accessibility.js';
import { adminOf, asNewAgent, expectNotice, failOnce, hold, signIn } from './people.js';
import { expect, test } from './system.js';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const ask = (page: Page, name: string) =>
  card(page, name).getByRole('button', { name: 'Request Integration' });

test('integrations: what they are, a request, its failure, and that it is made once', async ({
  system,
  page,
  context,
}) => {
  await asNewAgent(page, system);
  await failOnce(page, 'GET', '/api/integration-requests');
  await page.goto(`${system.urls.web}/integrations`);
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible();
  await expect(page.getByText('Your integrations could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Request Integration' })).toHaveCount(3);
  await expect(card(page, 'How it works').getByRole('listitem')).toHaveCount(3);

  await failOnce(page, 'POST', '/api/request-integration');
  await ask(page, 'SMS').click();
  await expectNotice(page, 'Error', 'Failed to submit integration request. Please try again.');
  const letGo = await hold(page, '/api/request-integration');
  await ask(page, 'SMS').click();
  await expect(card(page, 'SMS').getByRole('button', { name: 'Requesting...' })).toBeDisabled();
  letGo();
  await expectNotice(
    page,
    'Request submitted',
    "Your SMS integration request has been sent. We'll contact you shortly.",
  );
  await expect(card(page, 'SMS').getByText('Request received')).toBeVisible();
  await expect(card(page, 'SMS').getByText('Pending since')).toBeVisible();
  await expect(ask(page, 'SMS')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Request Integration' })).toHaveCount(2);

  const otherTab = await context.newPage();
  await otherTab.goto(`${system.urls.web}/integrations`);
  await ask(otherTab, 'Slack').click();
  await expect(card(otherTab, 'Slack').getByText('Request received')).toBeVisible();
  await ask(page, 'Slack').click();
  await expect(card(page, 'Slack').getByText('Request received')).toBeVisible();

  await card(page, 'SMS').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/contact`);
});

test('integrations: what became of each request', async ({ system, page, playwright }) => {
  await asNewAgent(page, system);
  const admin = await playwright.request.newContext();
  await signIn(admin, system, adminOf(system));
  for (const [integrationType, status] of [
    ['slack', 'completed'],
    ['other', 'declined'],
  ] as const) {
    const made = await page.request.post(`${system.urls.web}/api/request-integration`, {
      data: { integrationType },
    });
    const { id } = (await made.json()) as { id: string };
    const settled = await admin.patch(`${system.urls.web}/api/admin/integration-requests/${id}`, {
      data: { status },
    });
    expect(settled.ok()).toBe(true);
  }
  await page.goto(`${system.urls.web}/integrations`);
  await expect(card(page, 'Slack').getByText('Set up on')).toBeVisible();
  await expect(card(page, 'Other').getByText('Declined on')).toBeVisible();
  await expect(card(page, 'Other').getByText('Request received')).toBeVisible();
  await expect(ask(page, 'Other')).toHaveCount(0);
  await expectFine(page);
});
