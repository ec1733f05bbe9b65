import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from './browser.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let admin: Browser;
beforeAll(async () => {
  system = await TestSystem.start();
  admin = await system.createAdmin();
});
afterAll(() => system.stop());

const THIEF_HOOK = 'https://thief.example.com/leads';
type Channel = { readonly address: string; readonly state: string; readonly needsReview?: true };
interface Account {
  readonly email: string;
  readonly id: string;
  password: string;
}

const codeIn = async (answer: ReturnType<Browser['post']>): Promise<unknown> =>
  ((await answer).body as { code?: unknown }).code;
const addWebhook = (browser: Browser) => browser.post('/api/channels/webhook', { url: THIEF_HOOK });

async function resetByMail(account: Account): Promise<void> {
  const visitor = system.openBrowser();
  const listTokens = async () =>
    (await system.listEmailsTo(account.email)).flatMap(
      ({ text }) => /reset-password#token=([\w-]{43})/.exec(text)?.[1] ?? [],
    );
  const earlier = await listTokens();
  await visitor.post('/api/auth/forgot-password', { email: account.email });
  const token = await eventually(
    async () => (await listTokens()).find((found) => !earlier.includes(found)) ?? false,
    { timeoutMs: 20_000 },
  );
  const password = `amber orchard ${earlier.length + 42}`;
  const answer = await visitor.post('/api/auth/reset-password', {
    token,
    password,
    confirmPassword: password,
  });
  expect(answer.status).toBe(200);
  account.password = password;
}

const administer = (account: Account, action: string) =>
  admin.post(`/api/admin/users/${account.id}/account`, { action, reason: 'The owner called.' });

/** What the owner does to get the account back, alone or through us. */
const OWNER_ACTS: Readonly<Record<string, (account: Account) => Promise<void>>> = {
  'resets the password': resetByMail,
  'has the account disabled and enabled': async (account) => {
    await administer(account, 'disable');
    await administer(account, 'enable');
  },
  'resets the password again': resetByMail,
};

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
const orders = permutations(Object.keys(OWNER_ACTS));

async function signIn({ email, password }: Account): Promise<Browser> {
  const browser = system.openBrowser();
  expect((await browser.post('/api/auth/login', { email, password })).status).toBe(200);
  return browser;
}

it.each(orders)('leaves a thief nothing after the owner %s, then %s, then %s', async (...order) => {
  const { email, password } = await system.registerOwner();
  const stolen = system.openBrowser();
  const { body } = await stolen.post<{ user: { id: string } }>('/api/auth/login', { email, password });
  const account: Account = { email, password, id: body.user.id };
  expect((await addWebhook(stolen)).status).toBe(200);
  for (const act of order) {
    await OWNER_ACTS[act]?.(account);
    // At once, before the owner looks: the session is over, and so is what it set up.
    expect(await codeIn(addWebhook(stolen))).toBe('UNAUTHENTICATED');
    expect(await codeIn(stolen.post('/api/user/second-factors/app/start'))).toBe('UNAUTHENTICATED');
    if (account.password !== password)
      expect(await codeIn(system.openBrowser().post('/api/auth/login', { email, password }))).toBe(
        'INVALID_CREDENTIALS',
      );
    const owner = await signIn(account);
    expect((await owner.get<Channel[]>('/api/channels')).body).toMatchObject([
      { address: THIEF_HOOK, state: 'paused', needsReview: true },
    ]);
  }
});

it('lets nobody plant anything under an address that is not theirs, and gives it to its owner by a reset', async () => {
  const { browser: intruder, email, password } = await system.registerAgent();
  const [row] = await system.query<{ id: string }>('accounts', 'SELECT id FROM users WHERE email = $1', [
    email,
  ]);
  const account: Account = { email, password, id: row?.id ?? '' };
  for (const path of ['/api/channels/webhook', '/api/user/second-factors/app/start'])
    expect(await codeIn(intruder.post(path, path.endsWith('webhook') ? { url: THIEF_HOOK } : {}))).toBe(
      'EMAIL_NOT_CONFIRMED',
    );
  const { body } = await intruder.post<{ clientSecret: string }>('/api/create-setup-intent');
  const { paymentMethodId } = await system.confirmSetup(body.clientSecret);
  expect((await intruder.post('/api/update-payment-method', { paymentMethodId })).status).toBe(200);
  await resetByMail(account);
  expect(await codeIn(addWebhook(intruder))).toBe('UNAUTHENTICATED');
  expect(await codeIn(system.openBrowser().post('/api/auth/login', { email, password }))).toBe(
    'INVALID_CREDENTIALS',
  );
  const owner = await signIn(account);
  await eventually(async () => {
    const { body: user } = await owner.get<object>('/api/auth/user');
    const customers = await system.query(
      'billing',
      'SELECT 1 FROM customers WHERE buyer_id = $1 AND stripe_payment_method_id IS NOT NULL',
      [account.id],
    );
    return !('stripePaymentMethodId' in user) && !('emailConfirmation' in user) && customers.length === 0;
  });
  expect((await addWebhook(owner)).status).toBe(200);
});
