import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { TestSystem } from './test-system.js';

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start({ accounts: {} });
});
afterAll(() => system.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const signInFrom = (address: string, email: string, password: string) =>
  system.openBrowser().post('/api/auth/login', { email, password }, from(address));
const guessFrom = (address: string, email: string) => signInFrom(address, email, 'not the password');

it('throttles password guessing, and states how long to wait', async () => {
  const { email, password } = await system.registerAgent();
  const guess = async (): Promise<number> => (await guessFrom('198.51.100.1', email)).status;
  for (let round = 0; round < 6; round += 1) expect(await guess()).toBe(401);
  // A block may end before the next request on a busy machine. The sign-in then succeeds, and the count starts over.
  const refused = await eventually(async () => {
    for (let round = 0; round < 8; round += 1) await guess();
    const answer = await signInFrom('198.51.100.1', email, password);
    return answer.status === 429 && answer;
  });
  expect(refused).toMatchObject({ body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('never locks the owner out of a network they signed in from', async () => {
  const { email, password } = await system.registerAgent();
  const owner = '203.0.113.7';
  const signIn = (network: string) => signInFrom(network, email, password);
  await signIn(owner);
  let networks = 0;
  /** Guesses once from each of `count` networks. */
  const guess = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1, networks += 1)
      await guessFrom(`198.51.${Math.floor(networks / 250)}.${networks % 250}`, email);
  };
  /** Whether the account is throttled after at most `most` more guesses. It wears off meanwhile on a slow machine. */
  const isThrottledWithin = async (most: number): Promise<boolean> => {
    for (let guesses = 0; ; guesses += 10) {
      if ((await signIn(`192.0.2.${networks % 250}`)).status === 429) return true;
      if (guesses >= most) return false;
      await guess(10);
    }
  };
  await guess(60);
  expect(await isThrottledWithin(180)).toBe(true);
  expect((await signIn(owner)).status).toBe(200);
  // The owner's sign-in does not reset the account's counter for other networks.
  expect(await isThrottledWithin(20)).toBe(true);
});

it('counts concurrent guesses', async () => {
  const { email } = await system.registerAgent();
  const answers = await Promise.all(Array.from({ length: 20 }, () => guessFrom('198.51.100.200', email)));
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(7);
});

it('limits how many addresses one network can check', async () => {
  let status = 200;
  let requests = 0;
  while (status === 200 && requests < 100) {
    requests += 1;
    ({ status } = await system
      .openBrowser()
      .post('/api/check-email', { email: `a${requests}@example.com` }, from('198.51.100.201')));
  }
  expect([status, requests]).toEqual([429, 61]);
});

it('lets many users behind one address sign in at once', async () => {
  const agents = await Promise.all(Array.from({ length: 12 }, () => system.registerAgent()));
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(
      agents.map(({ email, password }) => signInFrom('198.51.100.250', email, password)),
    );
    expect(answers.map(({ status }) => status)).toEqual(agents.map(() => 200));
  }
});
