import { readFileSync } from 'node:fs';
import { seedAgent } from '@desk/tool-start';
import { type APIRequestContext, expect, type Locator, type Page, type Route } from '@playwright/test';
import type { ReachableSystem } from './reachable-system.js';
import type { System } from './system.js';

export const PASSWORD = 'quiet-harbor-4271';
let emailCount = 0;
export const newEmail = (prefix = 'agent'): string =>
  `${prefix}-${Date.now()}-${(emailCount += 1)}@example.com`;

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in through the API. Given `page.request`, it signs in the page: both share their cookies. */
export async function signIn(
  request: APIRequestContext,
  system: System,
  credentials: Credentials,
): Promise<void> {
  const { email, password } = credentials;
  const answer = await request.post(`${system.urls.web}/api/auth/login`, { data: { email, password } });
  expect(answer.ok()).toBe(true);
}

/** Creates an agent and signs it in on this page. `card` is a test card of the payment provider; default none. */
export async function signInAsNewAgent(page: Page, system: System, card?: string): Promise<Credentials> {
  const profile = { firstName: 'Nora', lastName: 'Quist', phone: '+15125550147', companyName: 'Quist & Co' };
  const email = newEmail();
  if (card === undefined) {
    const data = { ...profile, email, password: PASSWORD, confirmPassword: PASSWORD };
    const answer = await page.request.post(`${system.urls.web}/api/auth/register`, { data });
    expect(answer.ok()).toBe(true);
  } else {
    const agent = { ...profile, email, card, dailyLeadLimit: 25 };
    await seedAgent(agent, PASSWORD, system.urls, system.secrets.stripePublishableKey);
    await signIn(page.request, system, { email, password: PASSWORD });
  }
  return { email, password: PASSWORD };
}

/** Like `signInAsNewAgent`, with a confirmed address, as channels and second factors need it. */
export async function signInAsOwner(page: Page, system: System, card?: string): Promise<Credentials> {
  const credentials = await signInAsNewAgent(page, system, card);
  const link = await waitForLink(page.request, system, credentials.email, '/confirm-email');
  const [, token] = link.split('#token=');
  const answer = await page.request.post(`${system.urls.web}/api/auth/confirm-email`, { data: { token } });
  expect(answer.ok()).toBe(true);
  return credentials;
}

export const findAdmin = (system: System): Credentials => {
  const admin = system.seeded.signIns.find(({ role }) => role === 'admin');
  if (!admin) throw new Error('The seed created no admin');
  return admin;
};

/** Lists the paths of signed-in pages. */
export const listPages = (belongs: (path: string) => boolean): string[] => {
  const file = new URL('../web/dist/pages.json', import.meta.url);
  const pages = JSON.parse(readFileSync(file, 'utf8')) as { path: string; kind: string }[];
  return pages.flatMap(({ path, kind }) => (kind === 'signed-in' && belongs(path) ? [path] : []));
};

const matches =
  (path: string | RegExp) =>
  ({ pathname }: URL): boolean =>
    typeof path === 'string' ? pathname === path : path.test(pathname);

const answerBusy = (method: string) => async (route: Route) => {
  if (route.request().method() !== method) await route.fallback();
  else
    await route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { status: 503, code: 'UNAVAILABLE', detail: BUSY, errors: [] },
    });
};

/** Answers the next such request with 503, as when a service is down. Later requests pass through. */
export async function failOnce(page: Page, method: string, path: string | RegExp): Promise<void> {
  let hasFailed = false;
  // The option `times` would count requests with other methods, too.
  await page.route(matches(path), async (route) => {
    if (hasFailed || route.request().method() !== method) return route.fallback();
    hasFailed = true;
    return answerBusy(method)(route);
  });
}

/** Reloads the page until it shows what is recorded a moment after its effect. */
export const expectAfterReload = (page: Page, locator: Locator, text: string | RegExp) =>
  expect
    .poll(async () => {
      await page.reload();
      return locator.textContent();
    })
    .toMatch(text);

/** Answers each GET of this path with 503 until the returned function is called, because pages retry by themselves. */
export async function failLoads(page: Page, path: string | RegExp): Promise<() => Promise<void>> {
  const matchesPath = matches(path);
  await page.route(matchesPath, answerBusy('GET'));
  return () => page.unroute(matchesPath);
}

export const BUSY = 'The service is busy or restarting. Please try again in a moment.';

/** Holds requests to a path until `release` is called, so that a test can check the loading state. */
export async function holdRequests(page: Page, path: string, method?: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (method === undefined || route.request().method() === method) await promise;
      await route.continue();
    },
  );
  return () => resolve(undefined);
}

/** Waits until React listens to a prerendered page. Before that, Enter and clicks do nothing. */
export const waitForScripts = (page: Page) =>
  expect
    .poll(() => page.locator('#root').evaluate((root: object) => Object.keys(root).join(' ')))
    .toContain('__reactContainer');

/** Opens a prerendered page, and waits until it can be used. */
export async function openPublicPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForScripts(page);
}

export const getToast = (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** Expects exactly one notice with exactly this title and description. One check for both, because notices soon close. */
export async function expectNotice(page: Page, title: string, description = title): Promise<void> {
  const notice = [title, description].reduce(
    (toast, text) => toast.filter({ has: page.getByText(text, { exact: true }) }),
    getToast(page),
  );
  await expect(notice).toBeVisible();
}

interface Email {
  readonly subject: string;
  readonly text: string;
}

/** Returns the emails that this address has received, oldest first. */
export async function listEmails(
  request: APIRequestContext,
  { urls }: System,
  address: string,
): Promise<Email[]> {
  const answer = await request.get(`${urls.sandbox}/sandbox/mails?to=${encodeURIComponent(address)}`);
  return ((await answer.json()) as { mails: Email[] }).mails;
}

/** Returns the newest link to this page in an email to the address, once it arrives. */
export async function waitForLink(
  request: APIRequestContext,
  system: System,
  address: string,
  path: string,
): Promise<string> {
  const pattern = new RegExp(`https?:\\S+${path}#token=[\\w-]+`);
  let link: string | undefined;
  await expect
    .poll(async () => {
      const emails = await listEmails(request, system, address);
      link = emails.map(({ text }) => pattern.exec(text)?.[0]).findLast(Boolean);
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

/** Creates a buyer with free daily slots: earlier tests may have used up those of all others. */
export const addEligibleBuyer = (system: ReachableSystem): Promise<void> =>
  seedAgent(
    {
      firstName: 'Sam',
      lastName: 'Rivera',
      email: newEmail(),
      phone: '+15125550148',
      companyName: '',
      dailyLeadLimit: 1_000,
      card: 'pm_card_visa',
    },
    PASSWORD,
    system.urls,
    system.secrets.stripePublishableKey,
  );
