import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import { pauseService, sellLead, signInAsOwnerWithCard } from './agent-helpers.js';
import { queryDatabase } from './database.js';
import { expectAfterReload, expectNotice, failLoads, holdRequests, signInAsOwner } from './helpers.js';
import { expect, type System, test } from './system.js';

interface StoredText {
  readonly from: string;
  readonly to: string;
  readonly body: string;
}

/** The notifier counts codes per number, whatever the factor of the other limits. */
let phoneCount = 0;
function newPhone(): { typed: string; stored: string } {
  phoneCount += 1;
  const subscriber = String((Date.now() + phoneCount * 1_009) % 1_000_000).padStart(6, '0');
  // The middle three digits of a US phone number never end in 11.
  const [prefix, line] = [`3${subscriber.slice(0, 2).replace('11', '12')}`, subscriber.slice(2)];
  return { typed: `(512) ${prefix}-${line}`, stored: `+1512${prefix}${line}` };
}

const getCard = (page: Page) => page.getByRole('region', { name: 'SMS', exact: true });
const getOptIn = (page: Page) => page.getByRole('checkbox', { name: /^I agree to receive text messages/ });

/** Returns what this number received, oldest first. */
async function listTexts(page: Page, system: System, phone: string): Promise<StoredText[]> {
  const answer = await page.request.get(`${system.urls.sandbox}/sandbox/sms`);
  const { sms } = (await answer.json()) as { sms: StoredText[] };
  return sms.filter(({ to }) => to === phone);
}

async function readCode(page: Page, system: System, phone: string): Promise<string> {
  const bodies = (await listTexts(page, system, phone)).map(({ body }) => body);
  return /Your code is (\d{6})\./.exec(bodies.at(-1) ?? '')?.[1] ?? '';
}

/** Ends the minute for which the server sends this user no other code. */
const endWait = (system: System, email: string) =>
  queryDatabase(
    system,
    `UPDATE notifications.phone_codes SET requested_at = requested_at - interval '1 minute'
      WHERE user_id = (SELECT id FROM accounts.users WHERE email = $1)`,
    [email],
  );

const getWrongCode = (code: string): string => (code === '000000' ? '111111' : '000000');

async function openSetUp(page: Page, system: System): Promise<void> {
  await page.goto(`${system.urls.web}/integrations`);
  await getCard(page).getByRole('button', { name: 'Set up now' }).click();
}

async function requestCode(page: Page, typedPhone: string): Promise<void> {
  await page.getByLabel('Phone number').fill(typedPhone);
  await getOptIn(page).check();
  await page.getByRole('button', { name: 'Send a code' }).click();
}

async function setUp(page: Page, system: System): Promise<string> {
  const { typed, stored } = newPhone();
  await openSetUp(page, system);
  await requestCode(page, typed);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill(await readCode(page, system, stored));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectNotice(page, 'Text message', 'Your number is confirmed. The next leads arrive there too.');
  await expect(getCard(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(getCard(page).getByText(typed)).toBeVisible();
  return stored;
}

/** Sends a text from a phone to the number that last wrote to it, and returns once the application answered. */
async function reply(page: Page, system: System, phone: string, body: string): Promise<void> {
  const to = (await listTexts(page, system, phone)).at(-1)?.from;
  const answer = await page.request.post(`${system.urls.sandbox}/sandbox/sms/inbound`, {
    data: { from: phone, to, body },
  });
  expect(answer.ok()).toBe(true);
}

test('sends leads as text messages until STOP', async ({ system, page }) => {
  await signInAsOwnerWithCard(page, system);
  const phone = await setUp(page, system);
  const card = getCard(page);
  await expect(card.getByRole('button', { name: 'Change number' })).toBeFocused();
  await expect(card.getByRole('button', { name: 'Request Integration' })).toHaveCount(0);

  const lead = await sellLead(page, system);
  await expect
    .poll(async () => (await listTexts(page, system, phone)).map(({ body }) => body).join('\n'))
    .toContain(`/leads/${lead.id}`);
  const text = (await listTexts(page, system, phone)).at(-1)?.body;
  expect(text).toContain(lead.phone);
  expect(text).not.toContain(lead.email);
  await expectAfterReload(
    page,
    card.getByText(/^(No leads sent|A lead has|Last lead)/),
    /^Last lead delivered/,
  );

  await card.getByRole('button', { name: 'Send a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'The test arrived' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card.getByText('Paused', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();

  await reply(page, system, phone, 'STOP');
  await page.reload();
  await expect(card.getByText('Turned off', { exact: true })).toBeVisible();
  await expect(card.getByText(/^You asked us by text message to stop\./)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await expectAccessibleLayout(page);
  await reply(page, system, phone, 'START');
  await page.reload();
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove this channel?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expectNotice(page, 'Text message', 'Removed. Leads arrive by email.');
  await expect(card.getByRole('button', { name: 'Set up now' })).toBeVisible();
  await pauseService(page, system);
});

test('moves the focus into a form that loads after the dialog has opened, and back', async ({
  system,
  page,
}) => {
  await signInAsOwner(page, system);
  const release = await holdRequests(page, '/api/channels/sms');
  await openSetUp(page, system);
  await expect(page.getByRole('dialog').getByText('Loading...')).toBeVisible();
  release();
  const number = page.getByLabel('Phone number');
  await expect(number).toBeVisible();
  // Waits for the tasks that were scheduled when the form appeared.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(number).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(getCard(page).getByRole('button', { name: 'Set up now' })).toBeFocused();
});

test('asks for a number, consent and the code, by keyboard on a phone', async ({ system, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { email } = await signInAsOwner(page, system);
  await openSetUp(page, system);
  const dialog = page.getByRole('dialog');
  const number = page.getByLabel('Phone number');
  await expect(number).toBeFocused();
  await expect(number).toHaveValue('(512) 555-0147');
  const { typed, stored } = newPhone();
  await number.fill(typed);
  await number.press('Enter');
  await expect(page.getByText('Please agree to receive text messages')).toBeVisible();
  await expect(getOptIn(page)).toBeFocused();
  expect(await listTexts(page, system, stored)).toEqual([]);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await expect(page.getByText('Please agree to receive text messages')).toBeHidden();
  const wording = await dialog.locator('label', { has: getOptIn(page) }).innerText();
  const sent = page.waitForRequest('**/api/channels/sms/code');
  await number.press('Enter');
  expect((await sent).postDataJSON()).toEqual({ phone: typed, optInText: wording });

  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(dialog).toContainText(typed);
  const first = await readCode(page, system, stored);
  await code.fill('12 34');
  await code.press('Enter');
  await expect(page.getByText('Enter the 6 digits')).toBeVisible();
  await code.fill(getWrongCode(first));
  await code.press('Enter');
  await expect(page.getByText('This is not the code that we sent. Please check it.')).toBeVisible();
  await expect(code).toBeFocused();
  await expectNoOverflow(page);
  await expectAccessible(page);

  // A phone's browser may close the page while its owner reads the message.
  await openSetUp(page, system);
  await expect(code).toBeFocused();
  const changeNumber = page.getByRole('button', { name: 'Use another number' });
  await changeNumber.click();
  await expect(number).toBeFocused();
  await expect(number).toHaveValue(typed);
  await expect(page.getByRole('button', { name: /^Send a code in \d+ s$/ })).toBeDisabled();
  await endWait(system, email);
  await page.clock.install();
  await openSetUp(page, system);
  await changeNumber.click();
  const other = newPhone();
  await requestCode(page, other.typed);
  await expect(code).toBeFocused();
  const second = await readCode(page, system, other.stored);
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
  const resend = page.getByRole('button', { name: 'Send a new code', exact: true });
  await endWait(system, email);
  await page.clock.fastForward(60_000);
  await expect(resend).toBeEnabled();
  await resend.press('Enter');
  await expect(page.getByText('We sent you a new code.')).toBeAttached();
  await expect(code).toBeFocused();
  await expect.poll(async () => (await listTexts(page, system, other.stored)).length).toBe(2);
  const third = await readCode(page, system, other.stored);
  if (third !== second) {
    await code.fill(second);
    await code.press('Enter');
    await expect(page.getByText('This is not the code that we sent. Please check it.')).toBeVisible();
  }
  await code.fill(`${third.slice(0, 3)} ${third.slice(3)}`);
  await code.press('Enter');
  await expect(getCard(page).getByText(other.typed)).toBeVisible();
  await expect(getCard(page).getByRole('button', { name: 'Change number' })).toBeFocused();
  await expectNoOverflow(page);
});

test('names what is wrong with a number or a code', async ({ system, page }) => {
  const number = page.getByLabel('Phone number');
  const card = getCard(page);
  const refuse = async (typed: string, message: string) => {
    await signInAsOwner(page, system);
    await openSetUp(page, system);
    await requestCode(page, typed);
    await expect(page.getByText(message)).toBeVisible();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(number).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
  };
  await refuse('+44 20 7946 0000', 'Enter a US phone number');
  // Twilio's numbers for tests: one that is not a mobile phone, and one that sent STOP.
  await refuse('+1 300 555 0009', 'This number cannot receive our text messages.');
  await refuse('+1 300 555 0004', 'This number opted out of our messages.');
  // The refused attempt counts too, so another one has to wait.
  await number.fill(newPhone().typed);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByRole('alert')).toContainText('Too many requests. Please try again in');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: 'Set up now' })).toBeFocused();

  await signInAsOwner(page, system);
  const { typed, stored } = newPhone();
  await openSetUp(page, system);
  await requestCode(page, typed);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  const right = await readCode(page, system, stored);
  const confirm = page.getByRole('button', { name: 'Confirm' });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = page.waitForResponse('**/api/channels/sms/confirm');
    await code.fill(getWrongCode(right));
    await confirm.click();
    expect((await answer).status()).toBe(422);
  }
  await code.fill(right);
  await confirm.click();
  await expect(page.getByText('This code is no longer valid. Please request a new one.')).toBeVisible();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
});

test('says when text messages are not available', async ({ system, page }) => {
  await signInAsOwner(page, system);
  const recover = await failLoads(page, '/api/channels/sms');
  await openSetUp(page, system);
  const dialog = page.getByRole('dialog', { name: 'Get leads by text message' });
  await expect(dialog).toContainText('Text messages could not be set up.');
  await recover();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Phone number')).toBeVisible();
  await page.request.post(`${system.urls.sandbox}/sandbox/faults`, {
    data: {
      kind: 'status',
      status: 401,
      times: 1,
      match: { path: '/2010-04-01/Accounts/*/Messages.json' },
      body: '{"code":20003}',
    },
  });
  await requestCode(page, newPhone().typed);
  await expect(page.getByRole('alert')).toContainText('Text messages are not available at the moment.');

  // Pretends that the system has no SMS provider. Test systems always have one.
  await page.route('**/api/channels/sms', (route) =>
    route.fulfill({ json: { isAvailable: false, code: null } }),
  );
  await page.goto(`${system.urls.web}/integrations`);
  const card = getCard(page);
  await expect(card.getByText('Not available at the moment.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Set up now' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Request Integration' })).toBeVisible();
});
