import { expect, type Locator, type Page } from '@playwright/test';

export const password = 'quiet-harbor-4271';
let made = 0;
/** An address that nobody has used before. */
export const newAddress = (who = 'visitor'): string => `${who}-${Date.now()}-${(made += 1)}@example.com`;

export const headings = {
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

export const headingOf = (page: Page, step: Step): Locator =>
  page.getByRole('heading', { level: 1, name: headings[step] });
export const expectStep = async (page: Page, step: Step): Promise<void> => {
  await expect(headingOf(page, step)).toBeVisible();
  await expect(page.getByText(`Step ${steps.indexOf(step) + 1} of 8`)).toBeVisible();
};

export const toast = (page: Page): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
export async function expectNotice(page: Page, title: string, description: string): Promise<void> {
  await expect(toast(page)).toHaveCount(1);
  await expect(toast(page)).toContainText(title);
  await expect(toast(page)).toContainText(description);
}

export const proceed = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('1230');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('ZIP code').fill('78701');
}

/** What a visitor answers; a test changes what it is about. */
export const anAgent = () => ({
  firstName: 'Nell',
  lastName: 'Marsh',
  companyName: '',
  email: newAddress('signup'),
  phone: '(512) 555-0146',
  password,
});
export type Agent = ReturnType<typeof anAgent>;

const answer: Record<Step, (page: Page, agent: Agent) => Promise<void>> = {
  start: (page) => page.getByRole('button', { name: 'Get Started' }).click(),
  delivery: proceed,
  name: async (page, agent) => {
    await page.getByLabel('First Name').fill(agent.firstName);
    await page.getByLabel('Last Name').fill(agent.lastName);
    await page.getByLabel('Company Name').fill(agent.companyName);
    await proceed(page);
  },
  contact: async (page, agent) => {
    await page.getByLabel('Email').fill(agent.email);
    await page.getByLabel('Phone').fill(agent.phone);
    await proceed(page);
  },
  security: async (page, agent) => {
    await page.getByLabel('Password', { exact: true }).fill(agent.password);
    await page.getByLabel('Confirm Password').fill(agent.password);
    await proceed(page);
  },
  cc: async (page) => {
    await fillCard(page, '4242424242424242');
    await proceed(page);
  },
  'daily-limit': proceed,
  activate: (page) => page.getByRole('button', { name: 'ACTIVATE' }).click(),
};

export const answerStep = (page: Page, step: Step, agent: Agent): Promise<void> => answer[step](page, agent);

/** Signs up as far as this step, which is then shown; `onStep` sees each one before it is answered. */
export async function walkTo(
  page: Page,
  web: string,
  target: Step,
  agent: Agent = anAgent(),
  onStep: (step: Step) => Promise<void> = () => Promise.resolve(),
): Promise<Agent> {
  await page.goto(`${web}/get-started`);
  for (const step of steps) {
    await expectStep(page, step);
    await onStep(step);
    if (step === target) break;
    await answerStep(page, step, agent);
  }
  return agent;
}

/** The server fails this call once, and not in its own words. */
export const failOnce = (page: Page, path: string): Promise<void> =>
  page
    .route(`**${path}`, (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }), {
      times: 1,
    })
    .then(() => undefined);

/** Whoever signed up leaves the line of buyers, so that the leads of other tests go to their own agents. */
export async function leaveLine(page: Page, web: string): Promise<void> {
  await page.request.patch(`${web}/api/user/service-toggle`, { data: { serviceEnabled: false } });
}
