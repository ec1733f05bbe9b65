import { expect, test } from './system.js';
import {
  anAgent,
  expectStep,
  failOnce,
  fillCard,
  headingOf,
  leaveLine,
  proceed,
  walkTo,
} from './public-walk.js';

test.afterEach(async ({ system, page }) => leaveLine(page, system.urls.web));

test('Back and Forward go step by step, and nothing that was filled in is lost', async ({ system, page }) => {
  const { web } = system.urls;
  await page.goto(web);
  const agent = await walkTo(page, web, 'security');
  await page.getByLabel('Password', { exact: true }).fill('half-a-pass');

  await page.goBack();
  await expectStep(page, 'contact');
  await expect(headingOf(page, 'contact')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(agent.email);
  await page.goBack();
  await expectStep(page, 'name');
  await expect(page.getByLabel('First Name')).toHaveValue('Nell');
  await page.goBack();
  await page.goBack();
  await expectStep(page, 'start');
  await expect(page).toHaveURL(`${web}/get-started`);

  for (const step of ['delivery', 'name', 'contact', 'security'] as const) {
    await page.goForward();
    await expectStep(page, step);
  }
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half-a-pass');
  await expect(page).toHaveURL(`${web}/get-started`);

  // The page's own Back is the same way, so that it leaves nothing to go back through twice.
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'contact');
  await page.goBack();
  await expectStep(page, 'name');
  for (const step of ['delivery', 'start'] as const) {
    await page.goBack();
    await expectStep(page, step);
  }
  await page.goBack();
  await expect(page).toHaveURL(`${web}/`);
});

test('Forward does not pass a step that was changed and not yet checked', async ({ system, page }) => {
  await walkTo(page, system.urls.web, 'security');
  await page.goBack();
  await page.getByLabel('Email').fill('not an address');
  await page.goBack();
  await expectStep(page, 'name');
  await page.goForward();
  await expectStep(page, 'contact');
  await expect(page.getByLabel('Email')).toHaveValue('not an address');
  await page.goForward();
  await expectStep(page, 'contact');
  await proceed(page);
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('Email').fill(anAgent().email);
  await proceed(page);
  await expectStep(page, 'security');
});

test('a reload stays on its step, and Back still leads through the steps before it', async ({
  system,
  page,
}) => {
  const agent = await walkTo(page, system.urls.web, 'contact');
  await page.goBack();
  await expectStep(page, 'name');
  await page.reload();
  await expectStep(page, 'name');
  await expect(page.getByLabel('First Name')).toHaveValue(agent.firstName);
  await page.goBack();
  await expectStep(page, 'delivery');
  await expect(page.getByLabel('Email')).toBeChecked();
  await page.goForward();
  await page.goForward();
  await expectStep(page, 'contact');
});

test('a reload behind the password goes back to it, with the card and the limit', async ({
  system,
  page,
}) => {
  const agent = await walkTo(page, system.urls.web, 'daily-limit');
  await page.getByRole('button', { name: '100', exact: true }).click();
  await proceed(page);
  await expectStep(page, 'activate');
  await page.reload();
  await expectStep(page, 'security');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  // The steps that cannot be shown without it are not reached by Forward either.
  await page.goForward();
  await expectStep(page, 'security');
  await page.getByLabel('Password', { exact: true }).fill(agent.password);
  await page.getByLabel('Confirm Password').fill(agent.password);
  await proceed(page);
  await expectStep(page, 'daily-limit');
  await expect(page.getByLabel('Custom limit')).toHaveValue('100');
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'cc');
  await expect(page.getByText('Your card is saved')).toBeVisible();
  await page.goBack();
  await expectStep(page, 'security');
});

test('somebody who left comes back to where they were', async ({ system, page }) => {
  const { web } = system.urls;
  await walkTo(page, web, 'name');
  await page.getByRole('banner').getByRole('link', { name: 'Annuity Desk' }).click();
  await expect(page).toHaveURL(`${web}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
  await expectStep(page, 'name');
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'delivery');
  await page.goBack();
  await expect(page).toHaveURL(`${web}/`);
  await page.goBack();
  await expectStep(page, 'name');
});

test('a sign-up that cannot be read is told, read again, or begun anew', async ({ system, page }) => {
  const agent = await walkTo(page, system.urls.web, 'contact');
  const isUnread = page.getByRole('heading', { name: 'Your sign-up could not be loaded' });
  await failOnce(page, '/api/get-started/resume');
  await page.reload();
  await expect(isUnread).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectStep(page, 'contact');
  await page.goBack();
  await expect(page.getByLabel('First Name')).toHaveValue(agent.firstName);

  await failOnce(page, '/api/get-started/resume');
  await page.reload();
  await expect(isUnread).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expectStep(page, 'start');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await proceed(page);
  await expect(page.getByLabel('First Name')).toHaveValue('');
});

test('after the sign-up Back does not lead into it again', async ({ system, page }) => {
  const { web } = system.urls;
  await page.goto(web);
  await walkTo(page, web, 'cc');
  await fillCard(page, '4242424242424242');
  await proceed(page);
  await proceed(page);
  await page.getByRole('button', { name: 'ACTIVATE' }).click();
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await page.goBack();
  await expectStep(page, 'start');
  await page.goBack();
  await expect(page).toHaveURL(`${web}/`);
});
