import { getToast, waitForScripts } from './helpers.js';
import { expect, test } from './system.js';

test('keeps the page while offline, and shows notices once the network is back', async ({
  system,
  page,
  context,
}) => {
  await page.goto(`${system.urls.web}/forgot-password`, { waitUntil: 'networkidle' });
  await waitForScripts(page);
  await context.setOffline(true);
  // The first keystroke loads the code that shows notices.
  await page.getByLabel('Email').pressSequentially('agent@example.com');
  await expect(page.getByLabel('Email')).toHaveValue('agent@example.com');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expect(getToast(page).getByText('Check your email')).toBeVisible();
});
