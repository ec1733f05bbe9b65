import type { Page } from '@playwright/test';
import { createAgent, signInAsAdmin } from './admin-helpers.js';
import { pauseService } from './agent-helpers.js';
import { BUSY, expectNotice, failOnce, holdRequests, signIn, signInAsNewAgent } from './helpers.js';
import { addPasskeys, getTwoStep } from './security-helpers.js';
import { expect, test } from './system.js';

/** Presses the focused button, and confirms in its dialog, which begins at "Cancel". */
async function confirmByKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

test('keeps what was typed and the focus when a tablet is turned', async ({ system, page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  const firstName = page.getByLabel('First Name');
  await firstName.fill('Norma');
  for (const width of [700, 1024]) {
    await page.setViewportSize({ width, height: 1024 });
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible({ visible: width === 700 });
    await expect(firstName).toHaveValue('Norma');
    await expect(firstName).toBeFocused();
  }
});

test('keeps the focus on a button while its action runs, and ignores it meanwhile', async ({
  system,
  page,
}) => {
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  const save = page.getByRole('button', { name: 'Save Changes' });
  await page.getByLabel('First Name').fill('Norma');
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(request.url());
  });
  const release = await holdRequests(page, '/api/user/profile');
  await save.focus();
  await page.keyboard.press('Enter');
  const saving = page.getByRole('button', { name: 'Saving...' });
  await expect(saving).toBeDisabled();
  await expect(saving).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('First Name').press('Enter');
  await saving.focus();
  release();
  await expect(save).toBeEnabled();
  await expect(save).toBeFocused();
  expect(saves).toHaveLength(1);
});

test('moves the focus on when a session is ended', async ({ system, page, playwright }) => {
  const { email, password } = await signInAsNewAgent(page, system);
  for (const device of ['iPhone', 'iPad', 'Android']) {
    const request = await playwright.request.newContext({ userAgent: `Mozilla/5.0 (${device})` });
    await signIn(request, system, { email, password });
    await request.dispose();
  }
  await page.goto(`${system.urls.web}/settings?tab=security`);
  const section = page.getByRole('region', { name: 'Sessions' });
  const rows = section.getByRole('listitem');
  await expect(rows).toHaveCount(4);
  const signOuts = section.getByRole('button', { name: /^Sign out of (?!all)/ });
  await signOuts.nth(1).focus();
  await failOnce(page, 'POST', '/api/user/sessions/end');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Error', BUSY);
  await expect(signOuts.nth(1)).toBeEnabled();
  await expect(signOuts.nth(1)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(3);
  await expect(signOuts.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(signOuts).toBeFocused();

  await section.getByRole('button', { name: 'Sign out of all other sessions' }).focus();
  await confirmByKeyboard(page);
  await expect(section.getByText('You are not signed in anywhere else.')).toBeVisible();
  await expect(section.getByRole('heading', { name: 'Sessions' })).toBeFocused();
});

test('moves the focus on when a passkey is removed', async ({ system, page }) => {
  const { email } = await signInAsNewAgent(page, system);
  await addPasskeys(system, email, 2);
  await page.goto(`${system.urls.web}/settings?tab=security`);
  const removes = getTwoStep(page).getByRole('button', { name: 'Remove Key' });
  await expect(removes).toHaveCount(2);
  await removes.first().focus();
  for (const left of [1, 0]) {
    await confirmByKeyboard(page);
    await expect(removes).toHaveCount(left);
    await expect(left > 0 ? removes : getTwoStep(page).getByRole('heading')).toBeFocused();
  }
});

test('returns the focus after a dialog, also to what stands in for a button that is gone', async ({
  system,
  page,
}) => {
  const profile = { firstName: 'Fay', lastName: 'Cole', phone: '+15125550147' };
  const { id } = await createAgent(system, profile, (request) => pauseService({ request }, system));
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/users/${id}`);
  const account = page.getByRole('region', { name: 'Account', exact: true });
  const confirm = account.getByRole('button', { name: 'Confirm address' });
  for (const key of ['Escape', 'Enter']) {
    await confirm.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm this address?' });
    await dialog.getByLabel('Reason').fill('Called the agent');
    await page.keyboard.press(key);
    await expect(dialog).toBeHidden();
    await expect(
      key === 'Escape' ? confirm : account.getByRole('heading', { name: 'Account' }),
    ).toBeFocused();
  }
});
