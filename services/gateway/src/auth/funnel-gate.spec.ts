import { type FunnelKeyKind, type Route, routes } from '@desk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IdentifiedFunnel, IdentifiedRequest } from '../http/identity.js';
import type { RequestLimiter } from '../request-limits/request-limiter.js';
import { FunnelGate } from './funnel-gate.js';

const countRequest = jest.fn<RequestLimiter['countRequest']>();
const limiter = { countRequest } as unknown as RequestLimiter;
const gate = new FunnelGate(limiter, { PUBLIC_URL: 'https://desk.example' });
const funnel: IdentifiedFunnel = {
  funnelId: 'funnel',
  keyHash: 'hash',
  name: 'Funnel',
  allowedOrigins: [],
  requestsPerSecond: null,
  phoneVerification: 'off' as const,
  keyKind: 'server' as const,
  isPaused: false,
  mapping: null,
};

interface Settings {
  readonly allowedOrigins?: string[];
  readonly requestsPerSecond?: number | null;
  readonly keyKind?: FunnelKeyKind;
  readonly isPaused?: boolean;
}

function enter(settings: Settings, origin?: string, route: Route = routes.postLead): Promise<void> {
  const request = {
    get: (name: string) => (name === 'origin' ? origin : undefined),
    ip: '198.51.100.7',
  } as unknown as IdentifiedRequest;
  return gate.enter({ ...funnel, ...settings }, route, request);
}

beforeEach(() => {
  countRequest.mockReset().mockResolvedValue(undefined);
});

describe('FunnelGate', () => {
  it('counts nothing for a funnel without a limit of its own', async () => {
    await enter({ requestsPerSecond: null });
    await gate.countLeads({ ...funnel, requestsPerSecond: null }, 99);
    expect(countRequest).not.toHaveBeenCalled();
  });

  it('counts a post, and the further leads of a batch up to the whole limit', async () => {
    await enter({ requestsPerSecond: 20 });
    await gate.countLeads({ ...funnel, requestsPerSecond: 20 }, 4);
    await gate.countLeads({ ...funnel, requestsPerSecond: 20 }, 99);
    const limit = { per: 'funnel key', requests: 20, seconds: 1, countedBy: 'gateway' };
    expect(countRequest.mock.calls).toEqual([
      ['funnel-20', limit, 'funnel', 1],
      ['funnel-20', limit, 'funnel', 4],
      // One was counted when the request entered.
      ['funnel-20', limit, 'funnel', 19],
    ]);
  });

  it('lets pages of exactly its origins post, and servers', async () => {
    const allowedOrigins = ['https://a.example'];
    await expect(enter({ allowedOrigins }, 'https://b.example')).rejects.toMatchObject({
      code: 'ORIGIN_NOT_ALLOWED',
    });
    for (const origin of ['https://a.example', 'https://desk.example', undefined])
      await expect(enter({ allowedOrigins }, origin)).resolves.toBeUndefined();
    await expect(enter({ allowedOrigins: [] }, 'https://b.example')).resolves.toBeUndefined();
  });
});

describe('a paused funnel', () => {
  it('is refused as paused, whatever else is wrong', async () => {
    await expect(enter({ isPaused: true })).rejects.toMatchObject({ code: 'FUNNEL_PAUSED', status: 403 });
  });
});

describe('a publishable key', () => {
  const page = 'https://a.example';
  const settings = { allowedOrigins: [page], keyKind: 'publishable' as const };

  it('posts single leads and pings from pages of the funnel', async () => {
    for (const route of [routes.postLead, routes.pingLead])
      await expect(enter(settings, page, route)).resolves.toBeUndefined();
  });

  it.each<[string, Settings, string | undefined]>([
    ['a server', settings, undefined],
    ['another page', settings, 'https://b.example'],
    ['our own pages', settings, 'https://desk.example'],
    ['a sandboxed page', settings, 'null'],
    ['a page of a funnel without origins', { ...settings, allowedOrigins: [] }, page],
  ])('is refused from %s', async (_name, funnelSettings, origin) => {
    await expect(enter(funnelSettings, origin)).rejects.toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' });
    expect(countRequest).not.toHaveBeenCalled();
  });

  it.each([routes.postLeads, routes.getPostedLead])(
    'neither posts in bulk nor reads a status',
    async (route) => {
      await expect(enter(settings, page, route)).rejects.toMatchObject({ code: 'SERVER_KEY_REQUIRED' });
    },
  );

  it('has low limits of its own, for the key and for each network', async () => {
    await enter(settings, page);
    expect(
      countRequest.mock.calls.map(([counter, { per, requests }, subject]) => [
        counter,
        per,
        requests,
        subject,
      ]),
    ).toEqual([
      ['publishable-key', 'funnel key', 10, 'hash'],
      ['publishable-key', 'network', 20, '198.51.100.7'],
    ]);
  });
});
