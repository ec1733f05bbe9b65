import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleLayout } from './accessibility.js';
import { getEntries, signInAsAdmin } from './admin-helpers.js';
import { pauseService, sellLead, signInAsOwnerWithCard } from './agent-helpers.js';
import { expectAfterReload, expectNotice, failOnce, signIn, signInAsOwner } from './helpers.js';
import { expect, type System, test } from './system.js';

interface SlackPost {
  readonly destination: string;
  readonly text: string;
  readonly payload: { readonly blocks?: readonly unknown[] };
}

let channelCount = 0;
function newChannelName(): string {
  channelCount += 1;
  return `leads-${Date.now()}-${channelCount}`;
}

const getCard = (page: Page) => page.getByRole('region', { name: 'Slack', exact: true });

async function listPosts(page: Page, system: System, text: string): Promise<SlackPost[]> {
  const answer = await page.request.get(`${system.urls.sandbox}/sandbox/slack`);
  const { slack } = (await answer.json()) as { slack: SlackPost[] };
  return slack.filter((post) => JSON.stringify(post).includes(text));
}

/** Makes the channel that got this post respond with an error from now on. */
async function refuse(page: Page, system: System, { destination }: SlackPost, error: string): Promise<void> {
  const answer = await page.request.post(`${system.urls.sandbox}/sandbox/slack/${destination}`, {
    data: { error },
  });
  expect(answer.ok()).toBe(true);
}

async function openSlack(page: Page, system: System, button: string): Promise<void> {
  await page.goto(`${system.urls.web}/integrations`);
  await getCard(page).getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: /^Allow Annuity Desk to post/ })).toBeVisible();
}

async function connect(page: Page, system: System, button = 'Add to Slack'): Promise<string> {
  const name = newChannelName();
  await openSlack(page, system, button);
  await page.getByLabel('Channel').fill(name);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expectNotice(page, 'Slack', 'Connected. The next leads arrive there too.');
  await expect(page).toHaveURL(`${system.urls.web}/integrations`);
  await expect(getCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(getCard(page).getByText(`#${name} in Sandbox`)).toBeVisible();
  return name;
}

test('posts leads in Slack until access is revoked', async ({ system, page }) => {
  await signInAsOwnerWithCard(page, system);
  await connect(page, system);
  const card = getCard(page);
  await expect(card.getByRole('button', { name: 'Request Integration' })).toHaveCount(0);

  const lead = await sellLead(page, system);
  await expect.poll(async () => (await listPosts(page, system, `/leads/${lead.id}`)).length).toBe(1);
  const [post] = await listPosts(page, system, `/leads/${lead.id}`);
  expect(JSON.stringify(post)).toContain(`mailto:${lead.email}`);
  await expectAfterReload(
    page,
    card.getByText(/^(No leads sent|A lead has|Last lead)/),
    /^Last lead delivered/,
  );

  await card.getByRole('button', { name: 'Send a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'The test arrived' });
  await expect(dialog).toContainText('New lead: Sample Lead (test)');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card.getByText('Paused', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();

  if (!post) throw new Error('the lead was not posted');
  await refuse(page, system, post, 'token_revoked');
  await sellLead(page, system);
  await expectAfterReload(page, card.getByText(/^(Active|Turned off)$/), 'Turned off');
  await expect(card.getByText(/^Our access to your Slack workspace was revoked\./)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Resume' })).toHaveCount(0);

  await connect(page, system, 'Change Slack channel');
  await card.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove this channel?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expectNotice(page, 'Slack', 'Removed. Leads arrive by email.');
  await expect(card.getByRole('button', { name: 'Add to Slack' })).toBeVisible();
  await pauseService(page, system);
});

test('explains why connecting Slack failed', async ({ system, page }) => {
  await signInAsOwner(page, system);
  await openSlack(page, system, 'Add to Slack');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You did not allow it in Slack, so nothing was changed.')).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByRole('link', { name: 'Back to Integrations' }).click();
  await expect(getCard(page).getByRole('button', { name: 'Add to Slack' })).toBeVisible();

  // Returns from Slack with a link that was used before, or that no set-up here started.
  await page.goto(`${system.urls.web}/integrations/slack?code=1.2&state=made-up`);
  await expect(page.getByText('Connecting Slack took too long. Please start again.')).toBeVisible();
  await page.goto(`${system.urls.web}/integrations/slack`);
  await expect(page.getByText('Please start on the Integrations page.')).toBeVisible();

  await page.goto(`${system.urls.web}/integrations`);
  await failOnce(page, 'POST', '/api/channels/slack/start');
  await getCard(page).getByRole('button', { name: 'Add to Slack' }).click();
  await expectNotice(page, 'Error');
  await expect(getCard(page).getByRole('button', { name: 'Add to Slack' })).toBeEnabled();

  // Pretends that the system has no Slack app. Test systems always have one.
  await page.route('**/api/channels/slack', (route) => route.fulfill({ json: { isAvailable: false } }));
  await page.reload();
  await expect(getCard(page).getByRole('button', { name: 'Request Integration' })).toBeVisible();
  await expect(getCard(page).getByRole('button', { name: 'Add to Slack' })).toHaveCount(0);
});

test('lets an admin connect the workspace of an agent who requested it', async ({ system, page }) => {
  const { email, password } = await signInAsOwner(page, system);
  await page.request.post(`${system.urls.web}/api/request-integration`, {
    data: { integrationType: 'slack' },
  });
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/integrations`);
  const row = getEntries(page, /^Integration requests/).filter({ hasText: email });
  const opener = row.getByRole('button', { name: /^Connect Slack for/ });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: /^Connect Slack for/ });
  const submit = dialog.getByRole('button', { name: 'Connect' });
  await submit.click();
  await expect(dialog.getByText('Enter a bot token, which starts with xoxb-')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Channel ID').fill('C0123456789');
  await dialog.getByLabel('Bot token').fill('xoxb-revoked-0000000000');
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('Slack no longer accepts this token.');
  await dialog.getByLabel('Bot token').fill('xoxb-0000000000-abcdefghij');
  await submit.click();
  await expectNotice(page, 'Slack connected', 'Leads of Nora Quist now arrive at C0123456789 in Sandbox.');
  // The request is no longer pending. The focus stays in the list.
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  await page.context().clearCookies();
  await signIn(page.request, system, { email, password });
  await page.goto(`${system.urls.web}/integrations`);
  await expect(getCard(page).getByText('C0123456789 in Sandbox')).toBeVisible();
  await expect(getCard(page).getByText('Request received')).toBeVisible();
});
