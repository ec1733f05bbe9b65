import type { Page } from '@playwright/test';
import { expectNoOverflow } from './accessibility.js';
import { getEntries, signInAsAdmin } from './admin-helpers.js';
import { pauseService } from './agent-helpers.js';
import { findAdmin, listEmails } from './helpers.js';
import { completeStep, newApplicant, signUpUntil } from './sign-up-helpers.js';
import { expect, type System, test } from './system.js';

const DETAILS = 'Redtail CRM, one contact for each lead';
const REASON = 'Your workspace allows no outside apps.';

/** Returns the emails to this address that contain the text, oldest first. */
const findEmails = async (page: Page, system: System, to: string, text: string) =>
  (await listEmails(page.request, system, to)).filter((email) =>
    email.text.replaceAll(/\s+/g, ' ').includes(text),
  );

const getCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('reports integrations requested at sign-up to the team, and its decisions to the agent, on a phone', async ({
  system,
  page,
  browser,
}) => {
  const { web } = system.urls;
  const viewport = { width: 390, height: 844 };
  await page.setViewportSize(viewport);
  const agent = await signUpUntil(page, web, 'activate', newApplicant(), async (step) => {
    if (step !== 'delivery') return;
    await page.getByLabel('Slack').check();
    await page.getByLabel('Other').fill(DETAILS);
  });
  await completeStep(page, 'activate', agent);
  await expect(page).toHaveURL(`${web}/get-started-thank-you`);
  await pauseService(page, system);

  // Agents connect Slack themselves, so the team gets an email about the other request only.
  const team = findAdmin(system).email;
  const requests = () => findEmails(page, system, team, agent.email);
  await expect.poll(async () => (await requests()).length).toBe(1);
  const [request] = await requests();
  expect(request?.text).toContain(DETAILS);
  expect(request?.text).toContain(`${web}/admin/integrations`);
  await page.goto(`${web}/integrations`);
  for (const name of ['Slack', 'Other'])
    await expect(getCard(page, name).getByText('Request received')).toBeVisible();
  await expectNoOverflow(page);

  const context = await browser.newContext({ viewport });
  const adminPage = await context.newPage();
  await signInAsAdmin(adminPage, system);
  await adminPage.goto(`${web}/admin/integrations`);
  const rows = getEntries(adminPage, /^Integration requests/).filter({ hasText: agent.email });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: DETAILS })).toHaveCount(1);
  await expectNoOverflow(adminPage);
  await rows
    .filter({ hasText: DETAILS })
    .getByRole('button', { name: /^Mark as active/ })
    .click();
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Mark as active' }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /^Decline/ }).click();
  const form = adminPage.getByRole('dialog', { name: 'Decline this request?' });
  await form.getByLabel('Reason').fill(REASON);
  await expectNoOverflow(adminPage);
  await form.getByRole('button', { name: 'Decline' }).click();
  await expect(rows).toHaveCount(0);
  await context.close();

  await page.reload();
  await expect(getCard(page, 'Other').getByText('Active since')).toBeVisible();
  await expect(getCard(page, 'Slack').getByText(`Reason: ${REASON}`)).toBeVisible();
  await expectNoOverflow(page);
  for (const [text, subject] of [
    [REASON, 'Your Slack integration was declined'],
    ['integration was set up on', 'integration is active'],
  ] as const)
    await expect
      .poll(async () => (await findEmails(page, system, agent.email, text)).at(-1)?.subject ?? '')
      .toContain(subject);
});
