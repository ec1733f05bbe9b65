import { createHash } from 'node:crypto';
import type { Broadcast, CommandClient } from '@desk/bullmq-transport';
import { authenticateFunnel, routes } from '@desk/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Request } from 'express';
import type { RequestLimiter } from '../request-limits/request-limiter.js';
import { FunnelAuthenticator } from './funnel-authenticator.js';

const KEY = 'fnl_example';
const HOUR_MS = 3_600_000;
const server = { keyKind: 'server', isPaused: false, allowedOrigins: [] as string[] };

beforeEach(() => {
  jest.useFakeTimers();
  // Entries of the cache that were made at 0 would never expire.
  jest.advanceTimersByTime(1);
});
afterEach(() => {
  jest.useRealTimers();
});

/** Authenticates as the funnel is stored now. Its broadcasts are lost. */
function createAuthenticator() {
  let stored = server;
  const send = jest.fn((contract: unknown) =>
    Promise.resolve(
      contract === authenticateFunnel
        ? stored
        : { keyHashes: [createHash('sha256').update(KEY).digest('hex')] },
    ),
  );
  const authenticator = new FunnelAuthenticator(
    { send } as unknown as CommandClient,
    {} as Broadcast,
    {} as RequestLimiter,
  );
  const request = { get: (name: string) => (name === 'x-funnel-key' ? KEY : undefined) };
  const authenticate = async () => {
    const funnel = authenticator.authenticate(request as unknown as Request, routes.postLead);
    await jest.advanceTimersByTimeAsync(0);
    return funnel;
  };
  const store = (changes: Partial<typeof server>): void => {
    stored = { ...server, ...changes };
  };
  return { authenticate, store };
}

it.each([
  ['paused', { isPaused: true }],
  ['limited to other origins', { allowedOrigins: ['https://old.example'] }],
])('looks up a funnel that was %s again before it refuses a post', async (_what, outdated) => {
  const { authenticate, store } = createAuthenticator();
  store(outdated);
  expect(await authenticate()).toMatchObject(outdated);
  store({});
  await jest.advanceTimersByTimeAsync(HOUR_MS);
  expect(await authenticate()).toMatchObject(server);
});

it('lets a post pass by the settings it knows, and looks them up for the next one', async () => {
  const { authenticate, store } = createAuthenticator();
  await authenticate();
  store({ isPaused: true });
  await jest.advanceTimersByTimeAsync(HOUR_MS);
  expect(await authenticate()).toMatchObject({ isPaused: false });
  expect(await authenticate()).toMatchObject({ isPaused: true });
});
