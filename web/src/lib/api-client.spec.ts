import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  ApiError,
  callRoute,
  callRouteOrNull,
  hasCode,
  getFieldErrors,
  routeUrl,
  getErrorMessage,
  getWaitMessage,
  type RequestHooks,
  setRequestHooks,
} from './api-client';
import { callRouteWithHeaders } from './route-headers';

const body = JSON.stringify({
  status: 409,
  code: 'EMAIL_TAKEN',
  detail: 'Taken.',
  errors: [{ field: 'email', message: 'Taken.' }],
});

describe('ApiError', () => {
  it('has the message `status: body`, with the status text for an empty body', () => {
    expect(new ApiError(409, body, 'Conflict').message).toBe(`409: ${body}`);
    expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway');
  });

  it('shows the server’s message, never a raw body', () => {
    expect(getErrorMessage(new ApiError(409, body, ''), 'Fallback')).toBe('Taken.');
    expect(getErrorMessage(new ApiError(502, '<html>', ''), 'Fallback')).toBe('Fallback');
    expect(getErrorMessage(new TypeError('fetch failed'), 'Fallback')).toBe('Fallback');
  });

  it('shows how long to wait in place of a fixed message', () => {
    const problem = { status: 429, code: 'TOO_MANY_REQUESTS', detail: 'Try again in 2 minutes.', errors: [] };
    expect(getWaitMessage(new ApiError(429, JSON.stringify(problem), ''), 'Fixed')).toBe(
      'Try again in 2 minutes.',
    );
    expect(getWaitMessage(new ApiError(409, body, ''), 'Fixed')).toBe('Fixed');
    expect(getWaitMessage(new TypeError('fetch failed'), 'Fixed')).toBe('Fixed');
  });

  it('exposes its code and the rejected fields', () => {
    const error = new ApiError(409, body, '');
    expect(hasCode(error, 'COMMON_PASSWORD', 'EMAIL_TAKEN')).toBe(true);
    expect(hasCode(error, 'COMMON_PASSWORD')).toBe(false);
    expect(getFieldErrors(error)).toEqual([{ field: 'email', message: 'Taken.' }]);
    expect(getFieldErrors(new Error('other'))).toEqual([]);
  });
});

describe('routeUrl', () => {
  it('fills in and encodes the parameters', () => {
    expect(routeUrl('getLead', { params: { leadId: 'a/b c' } })).toBe('/api/leads/a%2Fb%20c');
    expect(routeUrl('getDashboard')).toBe('/api/dashboard');
  });

  it('leaves out unset filters and searched names', () => {
    expect(routeUrl('listLeads', { query: { search: 'a & b', days: null, page: '2' } })).toBe(
      '/api/leads?page=2',
    );
    expect(routeUrl('listLeads', { query: { search: '' } })).toBe('/api/leads');
  });
});

describe('calling a route', () => {
  const fetchMock = jest.spyOn(globalThis, 'fetch');
  const noHooks: RequestHooks = { getHeaders: () => ({}), recover: () => Promise.resolve(false) };
  afterEach(() => {
    fetchMock.mockReset();
    setRequestHooks(noHooks);
  });

  it('sends the declared method and the body as JSON', async () => {
    fetchMock.mockResolvedValue(Response.json({ disposition: 'won', notes: '', version: 2 }));
    const call = { params: { leadId: 'a' }, body: { version: 1, disposition: 'won' } } as const;
    expect(await callRoute('updateDisposition', call)).toEqual({ disposition: 'won', notes: '', version: 2 });
    expect(fetchMock).toHaveBeenCalledWith('/api/leads/a', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      credentials: 'include',
      keepalive: false,
      body: JSON.stringify(call.body),
    });
  });

  it('throws ApiError unless the response is successful', async () => {
    fetchMock.mockResolvedValue(new Response(body, { status: 409 }));
    await expect(callRoute('getDashboard')).rejects.toThrow(ApiError);
  });

  it('sends the current headers, also with `keepalive`', async () => {
    fetchMock.mockImplementation(() => Promise.resolve(Response.json({})));
    let user = 'first';
    setRequestHooks({ ...noHooks, getHeaders: () => ({ 'X-Desk-User': user }) });
    await callRoute('getDashboard');
    user = 'second';
    await callRoute('setDailyLimit', { body: { dailyLeadLimit: 5 }, keepalive: true });
    const sent = fetchMock.mock.calls.map(([, options]) => options);
    expect(sent).toMatchObject([
      { headers: { 'Content-Type': 'application/json', 'X-Desk-User': 'first' } },
      { headers: { 'X-Desk-User': 'second' }, keepalive: true },
    ]);
  });

  it('sends the search of a list in a header', async () => {
    fetchMock.mockImplementation(() => Promise.resolve(Response.json([])));
    await callRoute('listLeads', { query: { search: 'Ren\u00e9e & \ud800', page: '2' } });
    await callRoute('listLeads', { query: { search: '' } });
    const [[url, sent], [, empty]] = fetchMock.mock.calls as [string, RequestInit][] as [
      [string, RequestInit],
      [string, RequestInit],
    ];
    expect(url).toBe('/api/leads?page=2');
    expect(sent.headers).toMatchObject({ 'X-Desk-Search': 'Ren%C3%A9e%20%26%20%EF%BF%BD' });
    expect(empty.headers).not.toHaveProperty('X-Desk-Search');
  });

  it('repeats a refused request after a successful recovery', async () => {
    const refusal = JSON.stringify({ code: 'REAUTHENTICATION_REQUIRED', detail: 'Please confirm.' });
    const refuse = () => Promise.resolve(new Response(refusal, { status: 403 }));
    fetchMock.mockImplementation(refuse);
    await expect(callRoute('endOtherSessions')).rejects.toThrow(ApiError);
    expect(fetchMock).toHaveBeenCalledTimes(1);

    const recover = jest.fn<RequestHooks['recover']>(() => Promise.resolve(true));
    setRequestHooks({ ...noHooks, recover });
    fetchMock.mockImplementationOnce(refuse).mockResolvedValueOnce(Response.json({ ended: 1 }));
    expect(await callRoute('endOtherSessions')).toEqual({ ended: 1 });
    expect(recover).toHaveBeenCalledWith(expect.objectContaining({ status: 403 }), expect.any(Number));

    setRequestHooks(noHooks);
    await expect(callRoute('endOtherSessions')).rejects.toThrow(ApiError);
    expect(fetchMock).toHaveBeenCalledTimes(4);
  });

  it('returns the headers if requested', async () => {
    fetchMock.mockResolvedValue(Response.json([], { headers: { 'x-total-count': '7' } }));
    const { body: users, headers } = await callRouteWithHeaders('listUsers');
    expect([users, headers.get('x-total-count')]).toEqual([[], '7']);
  });

  it('returns null for a visitor, and throws other failures', async () => {
    fetchMock.mockResolvedValueOnce(new Response('', { status: 401 }));
    expect(await callRouteOrNull('getCurrentUser')).toBeNull();
    fetchMock.mockResolvedValueOnce(new Response('', { status: 503 }));
    await expect(callRouteOrNull('getCurrentUser')).rejects.toThrow(ApiError);
  });
});
