import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectFocusKept } from './accessibility.js';
import {
  expectText,
  openLead,
  pauseService,
  type PostedLead,
  sellLead,
  sellWaitingLeads,
  signInAsNewBuyer,
  updateLead,
} from './agent-helpers.js';
import { queryDatabase } from './database.js';
import { expectNotice, listEmails } from './helpers.js';
import { expect, type System, test } from './system.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const getCallBack = (page: Page) => page.getByLabel('Call back', { exact: true });
const getAppointment = (page: Page) =>
  page.getByLabel('Appointment', { exact: true }).and(page.locator('[type="datetime-local"]'));
const getCommission = (page: Page) => page.getByRole('textbox', { name: 'Commission' });
const getCalendarButton = (page: Page) => page.getByRole('button', { name: 'Add to calendar' });
const getEntry = (page: Page, { name }: PostedLead) =>
  page.getByRole('list', { name: 'Leads', exact: true }).getByRole('listitem').filter({ hasText: name });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await expectText(page, 'Saved');
}

/** Returns the agent's local time after a delay, in the format of a datetime-local input. */
async function toLocalTime(page: Page, { urls }: System, fromNowMs: number): Promise<string> {
  const account = await page.request.get(`${urls.web}/api/auth/user`);
  const { timeZone } = (await account.json()) as { timeZone: string };
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('sv-SE', options).format(Date.now() + fromNowMs).replace(' ', 'T');
}

/** Returns the texts of the reminders sent to this address. */
const readReminders = async (page: Page, system: System, address: string): Promise<string[]> =>
  (await listEmails(page.request, system, address))
    .filter(({ subject }) => subject.startsWith('Call back: '))
    .map(({ text }) => text);

test.afterEach(async ({ system, page }) => pauseService(page, system));

test('reminds the agent at the chosen time, and lists the calls to make today', async ({ system, page }) => {
  const { web } = system.urls;
  const { email } = await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await openLead(page, system, lead);
  await expect(getCallBack(page)).toHaveAccessibleDescription(/^[A-Z].+ Time$/);
  await expect(page.getByRole('button', { name: 'Clear Call back' })).toHaveCount(0);
  await getCallBack(page).focus();
  await page.keyboard.type('12');
  await getCommission(page).focus();
  await expectText(page, 'Enter a date and a time');
  await expect(getCallBack(page)).toHaveAttribute('aria-invalid', 'true');

  await getCallBack(page).fill(await toLocalTime(page, system, -2 * HOUR_MS));
  await expect(page.getByText('Enter a date and a time')).toBeHidden();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectText(page, 'Choose a time to call back that has not passed yet.');
  await expect(getCallBack(page)).toHaveAttribute('aria-invalid', 'true');
  await expectText(page, 'Not saved yet');
  const tomorrow = await toLocalTime(page, system, 2 * DAY_MS);
  await getCallBack(page).fill(tomorrow);
  await expect(page.getByText('Choose a time to call back')).toBeHidden();
  await save(page);
  await page.reload();
  await expect(getCallBack(page)).toHaveValue(tomorrow);

  await page.goto(`${web}/dashboard`);
  await expect(getEntry(page, lead)).toContainText(
    /Call back [A-Z][a-z]{2} \d{1,2}, (\d{4}, )?\d{1,2}:\d{2} [AP]M/,
  );
  await expect(page.getByRole('link', { name: 'to make today' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  const filter = page.getByRole('combobox', { name: 'Call back', exact: true });
  const options = ['All', 'Due now', 'Due today', 'Any time'];
  expect(await filter.locator('option').allTextContents()).toEqual(options);
  await filter.selectOption('Any time');
  await expect(page).toHaveURL(`${web}/dashboard?reminder=set`);
  await expectText(page, 'Showing 1 of 1 leads');
  await filter.selectOption('Due now');
  await expectText(page, 'Showing 0 of 0 leads');

  expect(await readReminders(page, system, email)).toEqual([]);
  await queryDatabase(
    system,
    "UPDATE leads.sold_leads SET remind_at = date_trunc('minute', now()) WHERE lead_id = $1",
    [lead.id],
  );
  await expect.poll(() => readReminders(page, system, email)).toHaveLength(1);
  const [text = ''] = await readReminders(page, system, email);
  expect(text).toContain(`/leads/${lead.id}`);
  for (const contact of [lead.name, lead.email, lead.phone]) expect(text).not.toContain(contact);

  await page.goto(`${web}/dashboard`);
  await page.getByRole('link', { name: '1 call to make today', exact: true }).click();
  await expect(page).toHaveURL(`${web}/dashboard?reminder=today`);
  await expect(page.getByRole('button', { name: 'Remove filter: Call back: Due today' })).toBeVisible();
  await expect(getEntry(page, lead)).toContainText('Call back overdue since');
  await expectAccessibleLayout(page);

  await getEntry(page, lead).getByRole('link', { name: lead.name }).click();
  await page.getByRole('button', { name: 'Clear Call back' }).focus();
  await page.keyboard.press('Enter');
  await expect(getCallBack(page)).toHaveValue('');
  await expectFocusKept(page);
  await save(page);
  await page.goto(`${web}/dashboard`);
  await expect(getEntry(page, lead)).toBeVisible();
  await expect(getEntry(page, lead)).not.toContainText('Call back');
  await expect(page.getByRole('link', { name: 'to make today' })).toHaveCount(0);
  expect(await readReminders(page, system, email)).toHaveLength(1);
});

test('makes a calendar file of a saved appointment', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await openLead(page, system, lead);
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText(/Viewed[A-Z][a-z]{2} \d/);
  await expect(details).toContainText('First contactedNot yet');
  await getAppointment(page).fill(await toLocalTime(page, system, 2 * DAY_MS));
  await page.getByRole('radio', { name: 'Appointment' }).check();
  await expect(getCalendarButton(page)).toHaveCount(0);
  await save(page);
  await expect(details).toContainText(/First contacted[A-Z][a-z]{2} \d/);

  const script = /\/assets\/appointment-file-/;
  await page.route(script, (route) => route.abort());
  await getCalendarButton(page).click();
  await expectNotice(page, 'Error', 'Failed to make the calendar file. Please try again.');
  await page.unroute(script);
  await page.reload();
  const download = page.waitForEvent('download');
  await getCalendarButton(page).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^appointment-\d{4}-\d{2}-\d{2}\.ics$/);
  const lines = (await readFile(await file.path(), 'utf8')).replaceAll(/\r\n[ \t]/g, '').split('\r\n');
  const answer = await page.request.get(`${web}/api/leads/${lead.id}`);
  const { appointmentAt } = (await answer.json()) as { appointmentAt: string };
  for (const line of [
    `SUMMARY:Appointment with ${lead.name}`,
    `DTSTART:${appointmentAt.replaceAll(/[-:]|\.\d+/g, '')}`,
    'DURATION:PT30M',
    `LOCATION:${lead.phone}`,
    `DESCRIPTION:${web}/leads/${lead.id}`,
    `UID:${lead.id}@annuity-desk`,
  ])
    expect(lines).toContain(line);

  await page.getByRole('button', { name: 'Clear Appointment' }).click();
  await expect(getCalendarButton(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(getCalendarButton(page)).toBeVisible();
  await page.goto(`${web}/dashboard`);
  await expect(getEntry(page, lead)).toContainText(
    /Appointment [A-Z][a-z]{2} \d{1,2}, (\d{4}, )?\d{1,2}:\d{2} [AP]M/,
  );
});

test('counts a commission in the reports and exports what was entered', async ({ system, page }) => {
  const { web } = system.urls;
  await sellWaitingLeads(system);
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  const totals = page.getByRole('region', { name: 'Totals' });
  await page.goto(`${web}/reports`);
  await expect(totals).toContainText('Spent');
  await expect(totals).not.toContainText('Commission');

  await openLead(page, system, lead);
  await expect(getCommission(page)).toHaveAccessibleDescription('In dollars, for your reports.');
  await getCommission(page).fill('-5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectText(page, 'Commission must be from $0 to $1,000,000');
  await expect(getCommission(page)).toHaveAttribute('aria-invalid', 'true');
  await getCommission(page).fill('$1,500');
  await expect(page.getByText('Commission must be')).toBeHidden();
  await save(page);
  await expect(getCommission(page)).toHaveValue('1500');

  await page.goto(`${web}/reports`);
  await expect(totals).toContainText(/Commission\$1,500\$1,500 more than before \(\$0\)/);
  await expect(totals).toContainText(/Return\$1,420\s*18\.8 times what you spent/);
  const csv = await (await page.request.get(`${web}/api/leads/export`)).text();
  expect(csv.split('\r\n')[0]).toMatch(/Status,Call back \([\w/]+\),Appointment \([\w/]+\),Commission,Notes/);
  expect(csv).toContain(',1500.00,');
});

test('keeps unsaved plans when another window saved first', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  const update = (change: object) => updateLead(page, system, lead, change);
  await update({ remindAt: await toLocalTime(page, system, 2 * DAY_MS) });
  await openLead(page, system, lead);
  await getCallBack(page).fill('2099-12-24T15:00');
  await getAppointment(page).fill('2099-12-24T17:30');
  await getCommission(page).fill('500');
  await update({ notes: 'Theirs' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Load the newer version' }).click();
  for (const text of [
    'Call back: Dec 24, 2099, 3:00 PM',
    'Appointment: Dec 24, 2099, 5:30 PM',
    'Commission: 500',
  ])
    await expectText(page, text);
  await expect(getAppointment(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Use my changes' }).click();
  await expect(getAppointment(page)).toHaveValue('2099-12-24T17:30');
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Theirs');
  await page.getByRole('button', { name: 'Clear Call back' }).click();
  await update({ notes: 'Theirs again' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Load the newer version' }).click();
  await expectText(page, 'Call back: None');
  await page.getByRole('button', { name: 'Use my changes' }).click();
  await save(page);
  const stored = await page.request.get(`${system.urls.web}/api/leads/${lead.id}`);
  expect(await stored.json()).toMatchObject({
    remindAt: null,
    commissionCents: 50_000,
    notes: 'Theirs again',
  });
});
