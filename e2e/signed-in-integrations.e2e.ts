import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import {
  findAdmin,
  signInAsNewAgent,
  expectNotice,
  failLoads,
  failOnce,
  holdRequests,
  signIn,
} from './helpers.js';
import { expect, test } from './system.js';

const getCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const getRequestButton = (page: Page, name: string) =>
  getCard(page, name).getByRole('button', { name: 'Request Integration' });

test('requests an integration once, also after a failure', async ({ system, page, context }) => {
  await signInAsNewAgent(page, system);
  const recover = await failLoads(page, '/api/integration-requests');
  await page.goto(`${system.urls.web}/integrations`);
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible();
  await expect(page.getByText('Your integrations could not be loaded.')).toBeVisible();
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Request Integration' })).toHaveCount(3);
  await expect(getCard(page, 'How it works').getByRole('listitem')).toHaveCount(3);

  await failOnce(page, 'POST', '/api/request-integration');
  await getRequestButton(page, 'SMS').click();
  await expectNotice(page, 'Error', 'Failed to submit integration request. Please try again.');
  const release = await holdRequests(page, '/api/request-integration');
  await getRequestButton(page, 'SMS').click();
  await expect(getCard(page, 'SMS').getByRole('button', { name: 'Requesting...' })).toBeDisabled();
  release();
  await expectNotice(
    page,
    'Request submitted',
    "Your SMS integration request has been sent. We'll contact you shortly.",
  );
  await expect(getCard(page, 'SMS').getByText('Request received')).toBeVisible();
  await expect(getCard(page, 'SMS').getByText('Pending since')).toBeVisible();
  await expect(getRequestButton(page, 'SMS')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Request Integration' })).toHaveCount(2);

  const otherTab = await context.newPage();
  await otherTab.goto(`${system.urls.web}/integrations`);
  await getRequestButton(otherTab, 'Slack').click();
  await expect(getCard(otherTab, 'Slack').getByText('Request received')).toBeVisible();
  await getRequestButton(page, 'Slack').click();
  await expect(getCard(page, 'Slack').getByText('Request received')).toBeVisible();

  await getCard(page, 'SMS').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/contact`);
});

test('shows the outcome of each request', async ({ system, page, playwright }) => {
  await signInAsNewAgent(page, system);
  const admin = await playwright.request.newContext();
  await signIn(admin, system, findAdmin(system));
  for (const [integrationType, resolution] of [
    ['other', { status: 'completed' }],
    ['slack', { status: 'declined', reason: 'Your workspace allows no outside apps.' }],
  ] as const) {
    const created = await page.request.post(`${system.urls.web}/api/request-integration`, {
      data: { integrationType },
    });
    const { id } = (await created.json()) as { id: string };
    const resolved = await admin.patch(`${system.urls.web}/api/admin/integration-requests/${id}`, {
      data: resolution,
    });
    expect(resolved.ok()).toBe(true);
  }
  await page.goto(`${system.urls.web}/integrations`);
  await expect(getCard(page, 'Other').getByText('Active since')).toBeVisible();
  await expect(getCard(page, 'Slack').getByText('Declined on')).toBeVisible();
  await expect(
    getCard(page, 'Slack').getByText('Reason: Your workspace allows no outside apps.'),
  ).toBeVisible();
  await expect(getCard(page, 'Slack').getByText('Request received')).toBeVisible();
  await expect(getRequestButton(page, 'Slack')).toHaveCount(0);
  await expectAccessibleLayout(page);
});
