import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from './browser.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let agent: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  agent = (await system.registerAgent()).browser;
});
afterAll(() => system.stop());

const PASSWORD = 'Password must be at least 8 characters';
const EMAIL = 'Invalid email address';
const UNKNOWN = 'This field is not known.';
const person = { firstName: 'Ada', lastName: 'Agent', email: 'ada@example.com', phone: '2125550123' };
const registration = { ...person, password: 'violet harbour 42', confirmPassword: 'violet harbour 42' };
const completion = {
  sessionId: 'a'.repeat(43),
  setupIntentId: 'seti_1',
  ...person,
  companyName: null,
  password: 'violet harbour 42',
  dailyLeadLimit: 25,
};

type Row = [method: string, path: string, body: object, errors: Record<string, string>];
/** A registration for each of these values of a field. */
const registrations = (field: string, message: string, values: readonly string[]) =>
  values.map((value): Row => [
    'POST',
    '/api/auth/register',
    { ...registration, [field]: value },
    { [field]: message },
  ]);

/** Section 5 of the product spec, row by row, and the server's own rules. */
const rows: Row[] = [
  ['POST', '/api/auth/login', { email: 'nobody', password: 'short' }, { email: EMAIL, password: PASSWORD }],
  ['POST', '/api/auth/login', {}, { email: EMAIL, password: PASSWORD }],
  ['POST', '/api/auth/login', { email: 1, password: true }, { email: EMAIL, password: PASSWORD }],
  [
    'POST',
    '/api/auth/register',
    {},
    {
      email: EMAIL,
      password: PASSWORD,
      confirmPassword: "Passwords don't match",
      firstName: 'First name is required',
      lastName: 'Last name is required',
      phone: 'Phone number is required',
    },
  ],
  ...registrations('confirmPassword', "Passwords don't match", ['violet harbour 43']),
  ['POST', '/api/auth/register', { ...registration, isAdmin: true }, { isAdmin: UNKNOWN }],
  ...registrations('phone', 'Enter a US phone number', [
    ...['abcdefghij', '512 555\r\n0143 9', '370 555 0143', '+44 20 7946 0958'],
  ]),
  ...registrations('phone', 'Phone number is required', ['          ', '1', 'undefined']),
  ...registrations('email', EMAIL, [
    ...['.a@example.com', 'a..b@example.com', 'a@example..com', 'undefined', 'a@x.co?bcc=b@x.co'],
  ]),
  ...registrations('firstName', 'First name is required', [
    ...['\u200B', '\u3164', '\u2800\u2800', 'null', '{{first_name}}', '...'],
  ]),
  ...['firstName', 'companyName'].flatMap((field) =>
    registrations(field, 'Contains a character that is not allowed', [
      ...['Ada\u001B[31m', 'Ada\u0007', 'Ada\u009B', 'Ada\uFFFD'],
    ]),
  ),
  ['POST', '/api/auth/forgot-password', { email: 'a@b' }, { email: EMAIL }],
  ['POST', '/api/check-email', { email: '' }, { email: EMAIL }],
  [
    'POST',
    '/api/get-started/save',
    { currentStep: 'delivery', deliveryEmail: false, deliveryText: false, deliverySlack: false },
    { deliveryEmail: 'Please select at least one delivery method' },
  ],
  [
    'POST',
    '/api/get-started/save',
    { currentStep: 'name', firstName: '', lastName: ' ' },
    { firstName: 'First name is required', lastName: 'Last name is required' },
  ],
  [
    'POST',
    '/api/get-started/save',
    { currentStep: 'contact', email: 'x', phone: '123456789' },
    { email: EMAIL, phone: 'Phone number is required' },
  ],
  ['POST', '/api/get-started/save', { currentStep: 'cc' }, { currentStep: 'Step is not valid' }],
  ['POST', '/api/get-started/save', { currentStep: 'start' }, { acceptedTerms: 'Terms is required' }],
  ['POST', '/api/get-started/save', { currentStep: 'security', password: 'x' }, { password: PASSWORD }],
  ['POST', '/api/get-started/complete', { ...completion, password: 'short' }, { password: PASSWORD }],
  [
    'POST',
    '/api/get-started/complete',
    { ...completion, dailyLeadLimit: 0 },
    { dailyLeadLimit: 'Minimum 1 lead per day' },
  ],
  [
    'POST',
    '/api/get-started/complete',
    { ...completion, dailyLeadLimit: 1001 },
    { dailyLeadLimit: 'Maximum 1000 leads per day' },
  ],
  ['PATCH', '/api/user/daily-limit', { dailyLeadLimit: 0 }, { dailyLeadLimit: 'Minimum 1 lead per day' }],
  [
    'PATCH',
    '/api/user/daily-limit',
    { dailyLeadLimit: 1001 },
    { dailyLeadLimit: 'Maximum 1000 leads per day' },
  ],
  ['PATCH', '/api/user/daily-limit', { dailyLeadLimit: 2.5 }, { dailyLeadLimit: 'Whole leads only' }],
  [
    'PATCH',
    '/api/user/daily-limit',
    { dailyLeadLimit: '25' },
    { dailyLeadLimit: 'Daily limit must be a number' },
  ],
  [
    'PATCH',
    '/api/user/service-toggle',
    { serviceEnabled: 'true' },
    { serviceEnabled: 'Service status must be true or false' },
  ],
  [
    'PATCH',
    '/api/user/profile',
    {},
    {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: EMAIL,
      phone: 'Phone number must be at least 10 digits',
    },
  ],
  ['PATCH', '/api/user/profile', { ...person, dailyLeadLimit: 5 }, { dailyLeadLimit: UNKNOWN }],
  [
    'POST',
    '/api/request-integration',
    { integrationType: 'fax' },
    { integrationType: 'Integration type must be one of: sms, slack, other' },
  ],
];

describe('validation', () => {
  it.each(rows)('%s %s %j', async (method, path, body, errors) => {
    const answer = await agent.send<{ code: string; errors: { field: string; message: string }[] }>(
      method,
      path,
      JSON.stringify(body),
      {},
    );
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body.code).toBe('INVALID_REQUEST');
    expect(Object.fromEntries(answer.body.errors.map(({ field, message }) => [field, message]))).toEqual(
      errors,
    );
  });

  it('reports a taken email address at registration', async () => {
    const { email } = await system.registerAgent();
    const answer = await system
      .openBrowser()
      .post('/api/auth/register', { ...registration, email: email.toUpperCase() });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'EMAIL_TAKEN',
        detail: 'This email is already registered. Please use a different email or log in.',
        errors: [{ field: 'email' }],
      },
    });
  });

  it.each(['password1', 'Qwerty123!', 'aaaaaaaa', '12345678', 'P@ssw0rd2024'])(
    'rejects the common password %s',
    async (password) => {
      const body = { ...registration, email: 'common@example.com', password, confirmPassword: password };
      const answer = await system.openBrowser().post('/api/auth/register', body);
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'COMMON_PASSWORD', errors: [{ field: 'password' }] },
      });
    },
  );
});

describe('a failure', () => {
  const failing: [string, RequestInit & { path?: string }, number, string][] = [
    ['malformed JSON', { body: '{"email":' }, 400, 'MALFORMED_BODY'],
    ['a body that is not an object', { body: '"text"' }, 400, 'MALFORMED_BODY'],
    [
      'an unsupported content type',
      { headers: { 'content-type': 'text/plain' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a form',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=a' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body that is too large',
      { body: JSON.stringify({ email: 'a'.repeat(70_000) }) },
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['an unknown path', { path: '/api/nothing/here' }, 404, 'NOT_FOUND'],
    ['a request from another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'CROSS_SITE'],
    ['a request from a sibling site', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'CROSS_SITE'],
    ['a request from another origin', { headers: { origin: 'https://evil.example' } }, 403, 'CROSS_SITE'],
    ['a request from an opaque origin', { headers: { origin: 'null' } }, 403, 'CROSS_SITE'],
  ];

  it.each(failing)(
    'is answered with a problem document: %s',
    async (_what, { path = '/api/auth/login', headers, body }, status, code) => {
      const response = await fetch(`${system.gateway.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
        body: body ?? '{}',
      });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      const problem = (await response.json()) as Record<string, unknown>;
      expect(Object.keys(problem).toSorted()).toEqual([
        'code',
        'detail',
        'errors',
        'status',
        'title',
        'type',
      ]);
      expect(problem).toMatchObject({ code, status });
    },
  );

  const withoutBody = (headers: Record<string, string>, body?: string | ReadableStream) =>
    fetch(`${system.gateway.url}/api/create-setup-intent`, {
      method: 'POST',
      headers: { cookie: agent.cookieHeader(), ...headers },
      // fetch would add its own content type for a string.
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? Buffer.from(body) : body, duplex: 'half' }),
    });

  it('is not returned for a request without a body to a route that reads none', async () => {
    expect((await withoutBody({})).status).toBe(200);
    expect((await withoutBody({ 'content-type': 'application/json' }, '{}')).status).toBe(200);
  });

  it.each<[string, Record<string, string>, string | ReadableStream | undefined, number]>([
    ['a body without a content type', {}, '{}', 415],
    ['a body of unknown length without a content type', {}, new Blob(['{}']).stream(), 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, undefined, 415],
    ['a content type of text', { 'content-type': 'text/plain' }, undefined, 415],
    ['malformed JSON', { 'content-type': 'application/json' }, '{', 400],
    ['nothing, from another site', { 'sec-fetch-site': 'cross-site' }, undefined, 403],
    ['nothing, from another origin', { origin: 'https://evil.example' }, undefined, 403],
  ])('is returned by a route that reads no body for %s', async (_what, headers, body, status) => {
    expect((await withoutBody(headers, body)).status).toBe(status);
  });

  it('is not returned for writes from the same origin', async () => {
    const answer = await agent.patch(
      '/api/user/daily-limit',
      { dailyLeadLimit: 25 },
      { origin: system.publicUrl, 'sec-fetch-site': 'same-origin' },
    );
    expect(answer.status).toBe(200);
  });

  it('carries the request id that the logs contain', async () => {
    const given = await agent.get('/api/auth/user', { 'x-request-id': 'my-request-1' });
    expect(given.headers.get('x-request-id')).toBe('my-request-1');
    const own = await agent.get('/api/auth/user', { 'x-request-id': 'bad id' });
    expect(own.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
