import { type CDPSession, expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { queryDatabase } from './database.js';
import { listEmails, openPublicPage } from './helpers.js';
import type { System } from './system.js';

export const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const getDialog = (page: Page) => page.getByRole('dialog');
export const getTwoStep = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });

/** The code that an app with this key shows `steps` time steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Makes the last proof of this user eleven minutes old. */
export const expireProof = (system: System, email: string) =>
  queryDatabase(
    system,
    `UPDATE accounts.sessions SET authenticated_at = now() - interval '11 minutes'
      WHERE user_id = (SELECT id FROM accounts.users WHERE email = $1)`,
    [email],
  );

/** Ends the sign-ins of this user that await a second step. */
export const expireSecondStep = (system: System, email: string) =>
  queryDatabase(
    system,
    `UPDATE accounts.sign_in_challenges SET expires_at = now() - interval '1 s'
      WHERE user_id = (SELECT id FROM accounts.users WHERE email = $1)`,
    [email],
  );

/** Lets codes of this user's apps be used again, so that a test need not wait for the next one. */
const forgetUsedCodes = (system: System, email: string) =>
  queryDatabase(
    system,
    `UPDATE accounts.authenticator_apps SET last_step = 0
      WHERE user_id = (SELECT id FROM accounts.users WHERE email = $1)`,
    [email],
  );

/** Turns this user's apps off, as a recovery of the account does with new ones. */
export const turnOffApps = (system: System, email: string) =>
  queryDatabase(
    system,
    `WITH owner AS (UPDATE accounts.users SET has_second_factor = false WHERE email = $1 RETURNING id)
     UPDATE accounts.authenticator_apps SET review = 'off' WHERE user_id IN (SELECT id FROM owner)`,
    [email],
  );

/** Adds passkeys that no device holds. */
export const addPasskeys = (system: System, email: string, count: number) =>
  queryDatabase(
    system,
    `INSERT INTO accounts.passkeys (id, user_id, name, credential_id, public_key, counter)
     SELECT gen_random_uuid(), id, 'Key', gen_random_uuid()::text, '', 0
       FROM accounts.users, generate_series(1, $2) WHERE email = $1`,
    [email, count],
  );

/** Gives the page an authenticator that holds passkeys and verifies its user. Returns a function that removes it. */
export async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
}

/** Waits until one of the emails to this address contains `text`. */
export const expectEmail = (page: Page, system: System, address: string, text: string): Promise<void> =>
  expect
    .poll(async () => (await listEmails(page.request, system, address)).map((email) => email.text).join('\n'))
    .toContain(text);

/** Adds an authenticator app in the open Security tab. The code that confirmed it may be used again. */
export async function addApp(
  page: Page,
  system: System,
  email: string,
  name: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await getButton(page, 'Add an authenticator app').click();
  const dialog = getDialog(page);
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await getButton(page, "I can't scan the code").click();
  const secret = ((await dialog.locator('strong').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Authentication code').fill(codeOf(secret));
  await getButton(page, 'Add app').click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await forgetUsedCodes(system, email);
  return { secret, recoveryCodes: await codes.allTextContents() };
}

export async function enterPassword(
  page: Page,
  system: System,
  email: string,
  password: string,
): Promise<void> {
  await openPublicPage(page, `${system.urls.web}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await getButton(page, 'Sign In').click();
}
