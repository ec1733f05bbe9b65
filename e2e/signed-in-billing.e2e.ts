import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.js';
import { fetchDashboard, postLead, sellWaitingLeads } from './agent-helpers.js';
import { signInAsNewAgent, BUSY, expectNotice, failLoads, failOnce, holdRequests } from './helpers.js';
import { fillCard } from './sign-up-helpers.js';
import { expect, test } from './system.js';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('adds a card and shows every failure', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings?tab=billing`);
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible();
  await expect(page.getByText('cannot be deleted, only replaced')).toBeVisible();
  await failOnce(page, 'POST', '/api/create-setup-intent');
  await button(page, 'Add Payment Method').click();
  await expectNotice(page, 'Error', 'Failed to initialize payment form');

  const release = await holdRequests(page, '/api/create-setup-intent');
  await button(page, 'Add Payment Method').click();
  await expect(button(page, 'Loading...')).toBeDisabled();
  release();
  await button(page, 'Update Payment Method').click();
  await expect(page.getByText('Your card number is incomplete.').first()).toBeVisible();
  await expectAccessible(page);
  await fillCard(page, '4000000000000002');
  await button(page, 'Update Payment Method').click();
  await expectNotice(page, 'Error', 'Your card was declined.');
  await button(page, 'Cancel').click();
  await expect(button(page, 'Add Payment Method')).toBeFocused();

  await button(page, 'Add Payment Method').click();
  await fillCard(page, '4242424242424242');
  await failOnce(page, 'POST', '/api/update-payment-method');
  await button(page, 'Update Payment Method').click();
  await expectNotice(page, 'Error', BUSY);
  const releaseSave = await holdRequests(page, '/api/update-payment-method');
  await button(page, 'Try again').click();
  await expect(button(page, 'Processing...')).toBeDisabled();
  releaseSave();
  await expectNotice(page, 'Success', 'Your payment method has been updated.');
  await expect(page.getByText('Card on file')).toBeVisible();
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await expect(page.getByText('Expires 12/2030')).toBeVisible();
  await expect(page.getByText('Payment method is active and ready')).toBeVisible();
  await expect(button(page, 'Replace Card')).toBeFocused();
});

test('replaces a card and recovers from a blocked script and a load failure', async ({ system, page }) => {
  await signInAsNewAgent(page, system, 'pm_card_visa');
  const recoverCard = await failLoads(page, '/api/user/card');
  await page.goto(`${system.urls.web}/settings?tab=billing`);
  await expect(page.getByText('The card details could not be loaded.')).toBeVisible();
  await expect(page.getByText('Card on file')).toBeVisible();
  await recoverCard();
  await button(page, 'Try again').click();
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();

  await page.route('**/js/stripe.js', (route) => route.abort());
  await button(page, 'Replace Card').click();
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await button(page, 'Cancel').click();
  await page.unroute('**/js/stripe.js');
  await page.reload();
  const recoverConfig = await failLoads(page, '/api/config');
  await button(page, 'Replace Card').click();
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await recoverConfig();
  await button(page, 'Try again').click();
  await fillCard(page, '5555555555554444');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/v1/setup_intents/*/confirm', async (route) => {
    await isReleased;
    await route.continue();
  });
  await button(page, 'Update Payment Method').click();
  await expect(button(page, 'Processing...')).toBeDisabled();
  await expect(button(page, 'Cancel')).toBeDisabled();
  release(undefined);
  await expectNotice(page, 'Success', 'Your payment method has been updated.');
  await expect(page.getByText('Mastercard ending in 4444')).toBeVisible();
});

test('does not show a declined card as ready', async ({ system, page }) => {
  await sellWaitingLeads(system);
  await signInAsNewAgent(page, system, 'pm_card_chargeCustomerFail');
  await page.goto(`${system.urls.web}/settings?tab=billing`);
  await expect(page.getByText('Payment method is active and ready')).toBeVisible();
  // Other buyers may come first, so leads are posted until this agent is charged.
  const isDeclined = async () => {
    await postLead(page.request, system);
    return (await fetchDashboard(page, system))['reason'] === 'card-failing';
  };
  await expect.poll(isDeclined).toBe(true);
  await page.reload();
  await expect(page.getByText('Your last charge was declined.')).toBeVisible();
  await expect(page.getByText('Payment method is active and ready')).toBeHidden();
});
