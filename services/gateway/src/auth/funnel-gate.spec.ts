import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import type { GatewayEnv } from '../env.js';
import type { IdentifiedRequest } from '../http/identity.js';
import type { RequestLimiter } from '../request-limits/request-limiter.js';
import { FunnelGate } from './funnel-gate.js';

const countRequest = jest.fn<RequestLimiter['countRequest']>();
const limiter = { countRequest } as unknown as RequestLimiter;
const gate = new FunnelGate(limiter, { PUBLIC_URL: 'https://desk.example' } as GatewayEnv);
const funnel = { funnelId: 'funnel', keyHash: 'hash', name: 'Funnel' };

function enter(settings: { allowedOrigins?: string[]; requestsPerSecond?: number | null }, origin?: string) {
  const headers: Record<string, string> = {};
  const request = { get: () => origin } as unknown as IdentifiedRequest;
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    vary: () => undefined,
  } as unknown as Response;
  return gate.enter({ ...funnel, ...settings }, request, response).then(() => ({ headers, request }));
}

beforeEach(() => {
  countRequest.mockReset().mockResolvedValue(undefined);
});

describe('FunnelGate', () => {
  it('counts nothing for a funnel without a limit of its own', async () => {
    const { request } = await enter({ requestsPerSecond: null });
    await gate.countLeads({ ...request, funnelId: 'funnel' } as IdentifiedRequest, 99);
    expect(countRequest).not.toHaveBeenCalled();
  });

  it('counts a post, and the further leads of a batch up to the whole limit', async () => {
    const { request } = await enter({ requestsPerSecond: 20 });
    request.funnelId = 'funnel';
    await gate.countLeads(request, 4);
    await gate.countLeads(request, 99);
    const limit = { per: 'funnel key', requests: 20, seconds: 1, countedBy: 'gateway' };
    expect(countRequest.mock.calls).toEqual([
      ['funnel-20', limit, 'funnel', 1],
      ['funnel-20', limit, 'funnel', 4],
      // One was counted when the request entered.
      ['funnel-20', limit, 'funnel', 19],
    ]);
  });

  it('lets pages of exactly its origins read answers', async () => {
    const allowedOrigins = ['https://a.example'];
    const { headers } = await enter({ allowedOrigins }, 'https://a.example');
    expect(headers['access-control-allow-origin']).toBe('https://a.example');
    await expect(enter({ allowedOrigins }, 'https://b.example')).rejects.toMatchObject({
      code: 'ORIGIN_NOT_ALLOWED',
    });
    expect((await enter({ allowedOrigins }, 'https://desk.example')).headers).toEqual({});
    expect((await enter({ allowedOrigins })).headers).toEqual({});
    expect((await enter({ allowedOrigins: [] }, 'https://b.example')).headers).toEqual({});
  });
});
