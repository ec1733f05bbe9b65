import { seedAgent } from '@desk/tool-start';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { System } from './system.js';

export const PASSWORD = 'quiet-harbor-4271';
let made = 0;
export const newAddress = (): string => `person-${Date.now()}-${(made += 1)}@example.com`;

interface Person {
  readonly email: string;
  readonly password: string;
}

/** The calls of a page and of its `request` have the same cookies. */
export async function signIn(request: APIRequestContext, system: System, person: Person): Promise<void> {
  const { email, password } = person;
  const answer = await request.post(`${system.urls.web}/api/auth/login`, { data: { email, password } });
  expect(answer.ok()).toBe(true);
}

/** A new agent, signed in on this page; with a card when one of the provider's test cards is named. */
export async function asNewAgent(page: Page, system: System, card?: string): Promise<Person> {
  const person = { firstName: 'Nora', lastName: 'Quist', phone: '+15125550147', companyName: 'Quist & Co' };
  const email = newAddress();
  if (card === undefined) {
    const data = { ...person, email, password: PASSWORD, confirmPassword: PASSWORD };
    const answer = await page.request.post(`${system.urls.web}/api/auth/register`, { data });
    expect(answer.ok()).toBe(true);
  } else {
    const agent = { ...person, email, card, dailyLeadLimit: 25 };
    await seedAgent(agent, PASSWORD, system.urls, system.secrets.stripePublishableKey);
    await signIn(page.request, system, { email, password: PASSWORD });
  }
  return { email, password: PASSWORD };
}

export const adminOf = (system: System): Person => {
  const admin = system.seeded.signIns.find(({ who }) => who === 'Admin');
  if (!admin) throw new Error('there is no admin');
  return admin;
};

/** The next call of this kind is answered as by a service that is down; the one after it as ever. */
export async function failOnce(page: Page, method: string, path: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() !== method) await route.fallback();
      else
        await route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          json: { status: 503, code: 'UNAVAILABLE', detail: BUSY, errors: [] },
        });
    },
    { times: 1 },
  );
}
export const BUSY = 'The service is busy or restarting. Please try again in a moment.';

/** Holds the calls to a path back until they are let go, so that what is shown meanwhile can be looked at. */
export async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await promise;
      await route.continue();
    },
  );
  return () => resolve(undefined);
}

export const toastOf = (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** The notice has this title and this text, word for word. */
export async function expectNotice(page: Page, title: string, description?: string): Promise<void> {
  const toast = toastOf(page);
  await expect(toast).toHaveCount(1);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (description !== undefined) await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

/** The newest mail to this address, in the sandbox's inbox. */
export async function mailTo(page: Page, system: System, address: string): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${system.urls.sandbox}/sandbox/mails`);
      const { mails } = (await answer.json()) as { mails: { text: string; to: unknown }[] };
      text = mails.find(({ to }) => JSON.stringify(to).includes(address))?.text ?? '';
      return text;
    })
    .not.toBe('');
  return text;
}

/** Somebody who surely can buy: other tests may have used up the day of everybody else. */
export const addBuyerInLine = (system: System): Promise<void> =>
  seedAgent(
    {
      firstName: 'Sam',
      lastName: 'Spare',
      email: newAddress(),
      phone: '+15125550148',
      companyName: '',
      dailyLeadLimit: 1_000,
      card: 'pm_card_visa',
    },
    PASSWORD,
    system.urls,
    system.secrets.stripePublishableKey,
  );
