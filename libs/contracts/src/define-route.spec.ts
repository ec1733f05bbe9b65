import { describe, expect, it } from '@jest/globals';
import { assertDistinct, defineRoute, type HttpMethod } from './define-route.js';
import { nothing } from './primitives.js';
import { FUNNEL_BATCH_LIMITS, FUNNEL_KEY_LIMITS, FUNNEL_REPORT_LIMITS, perUser } from './request-limits.js';
import { FUNNEL_REPORT_PATH } from './leads/funnels.values.js';
import { routes } from './routes.js';

const route = (method: HttpMethod, path: string, params = {}) =>
  defineRoute(method, path, 'public', { summary: 'A route', params });

describe('defineRoute', () => {
  it('fills in the defaults', () => {
    expect(route('POST', '/api/things')).toMatchObject({
      status: 200,
      otherStatuses: [],
      contentTypes: ['application/json'],
      errors: [],
      effects: [],
      limits: [],
      extendsSession: true,
    });
  });

  it('keeps what the definition states', () => {
    const definition = {
      summary: 'Repair a thing',
      params: { thingId: 'NOT_FOUND' },
      body: nothing(),
      answer: nothing(),
      status: 201,
      otherStatuses: [200],
      contentTypes: ['application/x-www-form-urlencoded'],
      errors: ['LEAD_CHANGED'],
      effects: ['sends mail'],
      limits: [perUser(1, 60)],
      extendsSession: false,
      audit: 'personal-data',
      proof: 'none',
      confirmedEmail: true,
      allowedBeforeSecondFactor: true,
    } as const;
    const target = { method: 'POST', path: '/api/things/:thingId/repair', access: 'admin' } as const;
    expect(defineRoute(target.method, target.path, target.access, definition)).toEqual({
      ...target,
      ...definition,
    });
  });

  it.each([
    '',
    'api/things',
    '/things',
    '/api/',
    '/api/things/',
    '/api/things?x=1',
    '/api/{id}',
    '/api//things',
  ])('rejects the path %j', (path) => {
    expect(() => route('GET', path)).toThrow('is not of the form');
  });

  it.each([
    ['/api/things/:thingId', {}],
    ['/api/things', { thingId: 'NOT_FOUND' }],
    ['/api/things/:thingId', { leadId: 'NOT_FOUND' }],
  ])('rejects %s with the parameters %j', (path, params) => {
    expect(() => route('GET', path, params)).toThrow('must declare exactly the parameters of its path');
  });

  it('rejects a second body, a second answer, and a body to a read', () => {
    const base = { summary: 'A route' } as const;
    const text = { contentType: 'text/csv', description: 'Rows' };
    expect(() =>
      defineRoute('POST', '/api/things', 'public', { ...base, body: nothing(), documentedBody: nothing() }),
    ).toThrow('two bodies');
    expect(() => defineRoute('POST', '/api/things', 'public', { ...base, answer: nothing(), text })).toThrow(
      'both an answer and a text',
    );
    expect(() => defineRoute('GET', '/api/things', 'public', { ...base, body: nothing() })).toThrow(
      'has a body',
    );
  });
});

describe('the audit of a route', () => {
  const download = {
    summary: 'Export things',
    text: { contentType: 'text/csv', description: 'Rows' },
  } as const;

  it('is required for a download', () => {
    expect(() => defineRoute('GET', '/api/things/export', 'agent', download)).toThrow(
      'must be audited as an export',
    );
    expect(() =>
      defineRoute('GET', '/api/things/export', 'agent', { ...download, audit: 'personal-data' }),
    ).toThrow('must be audited');
    expect(defineRoute('GET', '/api/things/export', 'agent', { ...download, audit: 'export' }).audit).toBe(
      'export',
    );
  });

  it('requires a signed-in user', () => {
    for (const access of ['public', 'funnel'] as const)
      expect(() =>
        defineRoute('GET', '/api/things/export', access, { ...download, audit: 'export' }),
      ).toThrow('has no signed-in user');
  });
});

describe('the proof of a route', () => {
  const base = { summary: 'A route' } as const;

  it.each(['signed-in', 'agent', 'admin'] as const)(
    'is a recent one for a change by access %s, unless it is declared',
    (access) => {
      expect(defineRoute('POST', '/api/things', access, base).proof).toBe('recent');
      expect(defineRoute('POST', '/api/things', access, { ...base, proof: 'none' }).proof).toBe('none');
      expect(defineRoute('GET', '/api/things', access, base).proof).toBe('none');
    },
  );

  it.each(['public', 'funnel'] as const)("is 'none' for access %s, which has no session", (access) => {
    expect(defineRoute('POST', '/api/things', access, base).proof).toBe('none');
    expect(defineRoute('POST', '/api/things', access, { ...base, proof: 'link' }).proof).toBe('link');
    expect(() => defineRoute('POST', '/api/things', access, { ...base, proof: 'recent' })).toThrow(
      'has no session',
    );
  });
});

describe('a route with an effect', () => {
  const base = { summary: 'A route' } as const;

  it('must declare a limit', () => {
    expect(() => defineRoute('POST', '/api/things', 'public', { ...base, effects: ['sends mail'] })).toThrow(
      'sends mail without a limit',
    );
    expect(() =>
      defineRoute('POST', '/api/things', 'public', {
        ...base,
        effects: ['sends mail'],
        limits: [perUser(1, 60)],
      }),
    ).not.toThrow();
  });
});

describe('the declared routes', () => {
  it('limit each funnel key', () => {
    const forFunnels = Object.values(routes).filter(({ access }) => access === 'funnel');
    expect(forFunnels.length).toBeGreaterThan(0);
    for (const { path, limits } of forFunnels)
      expect(limits).toEqual(
        path === routes.postLeads.path
          ? FUNNEL_BATCH_LIMITS
          : path.startsWith(FUNNEL_REPORT_PATH)
            ? FUNNEL_REPORT_LIMITS
            : FUNNEL_KEY_LIMITS,
      );
  });

  it('are distinct', () => {
    expect(() => assertDistinct(Object.values(routes))).not.toThrow();
    expect(() => assertDistinct([route('GET', '/api/things'), route('POST', '/api/things')])).not.toThrow();
  });

  it('cannot share a method and a path, even with different parameter names', () => {
    const byId = route('GET', '/api/things/:thingId', { thingId: 'NOT_FOUND' });
    const byName = route('GET', '/api/things/:name', { name: 'NOT_FOUND' });
    expect(() => assertDistinct([byId, byName])).toThrow("route 'GET /api/things/:name' is declared twice");
  });
});
