import { expect, type Locator, type Page } from '@playwright/test';
import { newEmail, openPublicPage, PASSWORD } from './helpers.js';

const headings = {
  start: 'Welcome to Annuity Desk',
  delivery: 'How should we deliver your leads?',
  name: 'What is your name?',
  contact: 'How can we reach you?',
  security: 'Choose a password',
  cc: 'Add Payment Method',
  'daily-limit': 'Set your daily limit',
  activate: 'Activate your account',
} as const;
export type Step = keyof typeof headings;
export const steps = Object.keys(headings) as Step[];

export const getStepHeading = (page: Page, step: Step): Locator =>
  page.getByRole('heading', { level: 1, name: headings[step] });
export const expectStep = async (page: Page, step: Step): Promise<void> => {
  await expect(getStepHeading(page, step)).toBeVisible();
  await expect(page.getByText(`Step ${steps.indexOf(step) + 1} of 8`)).toBeVisible();
};

export const clickContinue = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continue' }).click();

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('1230');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('ZIP code').fill('78701');
}

export const newApplicant = () => ({
  firstName: 'Nell',
  lastName: 'Marsh',
  companyName: '',
  email: newEmail('signup'),
  phone: '(512) 555-0146',
  password: PASSWORD,
});
type Applicant = ReturnType<typeof newApplicant>;

const completions: Record<Step, (page: Page, agent: Applicant) => Promise<void>> = {
  start: (page) => page.getByRole('button', { name: 'Get Started' }).click(),
  delivery: clickContinue,
  name: async (page, agent) => {
    await page.getByLabel('First Name').fill(agent.firstName);
    await page.getByLabel('Last Name').fill(agent.lastName);
    await page.getByLabel('Company Name').fill(agent.companyName);
    await clickContinue(page);
  },
  contact: async (page, agent) => {
    await page.getByLabel('Email').fill(agent.email);
    await page.getByLabel('Phone').fill(agent.phone);
    await clickContinue(page);
  },
  security: async (page, agent) => {
    await page.getByLabel('Password', { exact: true }).fill(agent.password);
    await page.getByLabel('Confirm Password').fill(agent.password);
    await clickContinue(page);
  },
  cc: async (page) => {
    await fillCard(page, '4242424242424242');
    await clickContinue(page);
  },
  'daily-limit': clickContinue,
  activate: (page) => page.getByRole('button', { name: 'ACTIVATE' }).click(),
};

export const completeStep = (page: Page, step: Step, agent: Applicant): Promise<void> =>
  completions[step](page, agent);

/** Signs up until this step is shown. Calls `onStep` on each step before completing it. */
export async function signUpUntil(
  page: Page,
  web: string,
  target: Step,
  agent: Applicant = newApplicant(),
  onStep: (step: Step) => Promise<void> = () => Promise.resolve(),
): Promise<Applicant> {
  await openPublicPage(page, `${web}/get-started`);
  for (const step of steps) {
    await expectStep(page, step);
    await onStep(step);
    if (step === target) break;
    await completeStep(page, step, agent);
  }
  return agent;
}

/** Answers the next request with a bare 500, unlike the problem responses of the API. */
export const failOnceWithBare500 = (page: Page, path: string) =>
  page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }), {
    times: 1,
  });
