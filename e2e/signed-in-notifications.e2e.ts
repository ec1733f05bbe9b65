import type { Locator, Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { sellLead, sellWaitingLeads, signInAsNewBuyer } from './agent-helpers.js';
import { expectNotice, holdRequests, listEmails, signInAsNewAgent } from './helpers.js';
import { expect, test } from './system.js';

const openNotifications = async (page: Page, web: string): Promise<void> => {
  await page.goto(`${web}/settings?tab=notifications`);
  await expect(page.getByRole('heading', { name: 'Quiet hours' })).toBeVisible();
};
const getSwitch = (page: Page, name: string) => page.getByRole('switch', { name });
/** Expects a switch that was turned on to be saved. It is locked until then. */
async function expectSaved(choice: Locator): Promise<void> {
  await expect(choice).toBeChecked();
  await expect(choice).toBeEnabled();
}
const getSave = (page: Page) => page.getByRole('button', { name: 'Save Quiet Hours' });

test('chooses emails, quiet hours and a time zone', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await openNotifications(page, system.urls.web);
  await expect(getSwitch(page, 'Daily limit reached')).toBeChecked();
  await expect(getSwitch(page, 'Channel problems')).toBeChecked();
  await expect(getSwitch(page, 'Weekly summary')).toBeChecked();
  await expect(getSwitch(page, 'Receipts')).not.toBeChecked();
  await expect(page.getByText('You have no quiet hours at the moment.')).toBeVisible();
  await expectAccessibleLayout(page);

  // The first request of a change reads what is saved.
  await page.route('**/api/user/notices', (route) => route.fulfill({ status: 503, json: {} }), {
    times: 1,
  });
  await getSwitch(page, 'Receipts').click();
  await expectNotice(page, 'Error');
  await expect(getSwitch(page, 'Receipts')).not.toBeChecked();
  await getSwitch(page, 'Receipts').click();
  await expectNotice(page, 'Notifications updated');
  await expect(getSwitch(page, 'Receipts')).toBeChecked();

  await page.getByLabel('From').fill('22:00');
  await page.getByLabel('Until').fill('22:00');
  await getSave(page).click();
  await expect(page.getByText('Enter another time than the beginning')).toBeVisible();
  await page.getByLabel('Until').fill('06:30');
  await getSave(page).click();
  await expect(page.getByText('You have no quiet hours at the moment.')).toBeHidden();
  await expect(getSave(page)).toBeFocused();

  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('America/Denver');
  await expectNotice(page, 'Time zone updated');
  await expect(page.getByText('Times are in Mountain Time.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue('22:00');
  await expect(page.getByLabel('Until')).toHaveValue('06:30');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Denver');
  await expect(getSwitch(page, 'Receipts')).toBeChecked();

  await page.getByRole('button', { name: 'Turn Off' }).click();
  await expect(page.getByText('You have no quiet hours at the moment.')).toBeVisible();
  await expect(page.getByLabel('From')).toHaveValue('21:00');
  await expect(getSave(page)).toBeFocused();
});

test('shows a choice at once, and locks the switches until it is saved', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await openNotifications(page, system.urls.web);
  let saveCount = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saveCount += 1;
  });
  const receipts = getSwitch(page, 'Receipts');
  const release = await holdRequests(page, '/api/user/notices');
  await receipts.click();
  await expect(receipts).toBeChecked();
  await expect(receipts).toHaveAttribute('aria-disabled', 'true');
  await expect(getSwitch(page, 'Channel problems')).toHaveAttribute('aria-disabled', 'true');
  await receipts.click({ force: true });
  release();
  await expectNotice(page, 'Notifications updated');
  await expectSaved(receipts);
  expect(saveCount).toBe(1);
});

test('opens an unsubscribe link on a page that asks first, and rejects a forged link', async ({
  system,
  page,
}) => {
  await page.goto(`${system.urls.web}/api/notices/unsubscribe?token=limitReached.nobody.0`);
  await expect(page).toHaveURL(`${system.urls.web}/unsubscribe`);
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: 'Turn off these emails' }).click();
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();
});

test('turns off emails of a kind with the link in one of them, by page and by one click', async ({
  system,
  page,
  playwright,
}) => {
  await sellWaitingLeads(system);
  const { email } = await signInAsNewBuyer(page, system);
  const { web } = system.urls;
  const limit = await page.request.patch(`${web}/api/user/daily-limit`, { data: { dailyLeadLimit: 1 } });
  expect(limit.status(), await limit.text()).toBe(200);
  await sellLead(page, system);
  let link = '';
  await expect
    .poll(async () => {
      const emails = await listEmails(page.request, system, email);
      link =
        /Turn off emails of this kind: (\S+token=limitReached\S+)/.exec(
          emails.map(({ text }) => text).join('\n'),
        )?.[1] ?? '';
      return link;
    })
    .not.toBe('');

  // Email programs send the request without a session, in either form (RFC 8058).
  const program = await playwright.request.newContext();
  for (const body of [
    { form: { 'List-Unsubscribe': 'One-Click' } },
    { multipart: { 'List-Unsubscribe': 'One-Click' } },
  ]) {
    const answer = await program.post(link, body);
    expect(answer.status(), await answer.text()).toBe(200);
    expect(await answer.json()).toEqual({ notice: 'limitReached' });
  }
  await openNotifications(page, web);
  await expect(getSwitch(page, 'Daily limit reached')).not.toBeChecked();
  await expect(getSwitch(page, 'Channel problems')).toBeChecked();

  const daily = getSwitch(page, 'Daily limit reached');
  await daily.click();
  await expectSaved(daily);
  // An email program turns one kind off while the settings are open. A change of another switch leaves it off.
  await program.post(link, { form: { 'List-Unsubscribe': 'One-Click' } });
  await program.dispose();
  await getSwitch(page, 'Receipts').click();
  await expect(getSwitch(page, 'Receipts')).toBeChecked();
  await expect(daily).not.toBeChecked();
  await daily.click();
  await expectSaved(daily);
  await page.goto(link);
  await expect(page).toHaveURL(`${web}/unsubscribe`);
  await page.getByRole('button', { name: 'Turn off these emails' }).click();
  await expect(page.getByText('We no longer email you when you reach your daily limit.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to settings' }).click();
  await expect(getSwitch(page, 'Daily limit reached')).not.toBeChecked();
});
