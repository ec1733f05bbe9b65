import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { System } from './system.js';

let system: System;

beforeAll(async () => {
  system = await System.start({});
});
afterAll(() => system.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const wrong = (email: string) => ({ email, password: 'not the password' });

it('slows down who guesses, and tells how long to wait', async () => {
  const { email, password } = await system.agent();
  const statuses: number[] = [];
  for (let round = 0; round < 8; round += 1)
    statuses.push(
      (await system.browser().post('/api/auth/login', wrong(email), from('198.51.100.1'))).status,
    );
  expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 401]);
  expect(statuses).toContain(429);
  const refused = await system.browser().post('/api/auth/login', { email, password }, from('198.51.100.1'));
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('locks the owner out nowhere: neither where they are known nor elsewhere', async () => {
  const { email, password } = await system.agent();
  const owner = '203.0.113.7';
  await system.browser().post('/api/auth/login', { email, password }, from(owner));
  // Many networks guess a little each, until the account itself is slowed down.
  for (let network = 0; network < 60; network += 1)
    await system.browser().post('/api/auth/login', wrong(email), from(`198.51.100.${network + 10}`));
  const stranger = await system.browser().post('/api/auth/login', { email, password }, from('192.0.2.99'));
  expect(stranger.status).toBe(429);
  const known = await system.browser().post('/api/auth/login', { email, password }, from(owner));
  expect(known.status).toBe(200);
  // The owner's own sign-in gives the guessers nothing back.
  const again = await system.browser().post('/api/auth/login', { email, password }, from('192.0.2.99'));
  expect(again.status).toBe(429);
});

it('counts guesses that come at the same moment', async () => {
  const { email } = await system.agent();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      system.browser().post('/api/auth/login', wrong(email), from('198.51.100.200')),
    ),
  );
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(7);
});

it('limits how often one network may ask which addresses are taken', async () => {
  let status = 200;
  let asked = 0;
  while (status === 200 && asked < 100) {
    asked += 1;
    ({ status } = await system
      .browser()
      .post('/api/check-email', { email: `a${asked}@example.com` }, from('198.51.100.201')));
  }
  expect([status, asked]).toEqual([429, 61]);
});

it('lets the people of one office sign in at the same moment', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => system.agent()));
  const office = from('198.51.100.250');
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(
      people.map(({ email, password }) =>
        system.browser().post('/api/auth/login', { email, password }, office),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  }
});
