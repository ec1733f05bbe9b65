import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { JwtService } from '@nestjs/jwt';
import { Browser } from './browser.js';
import { TestSystem } from './test-system.js';

const COOKIE = 'desk-session';
let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

/** Opens a browser that holds only this session cookie. */
function withCookie(token: string): Browser {
  const browser = system.openBrowser();
  browser.cookies.set(COOKIE, token);
  return browser;
}
const tokenOf = (browser: Browser): string => browser.cookies.get(COOKIE) ?? '';
const statusOf = async (browser: Browser): Promise<number> => (await browser.get('/api/auth/user')).status;

describe('a session', () => {
  it('starts with the user, without secrets', async () => {
    const { browser, email, password } = await system.registerAgent();
    const answer = await browser.post<{ user: Record<string, unknown> }>('/api/auth/login', {
      email,
      password,
    });
    expect(answer.body.user).toMatchObject({
      email,
      isAdmin: false,
      serviceEnabled: true,
      dailyLeadLimit: 25,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/password|argon/i);
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);
  });

  it('starts regardless of the case of the email address', async () => {
    const { email, password } = await system.registerAgent();
    const answer = await system
      .openBrowser()
      .post('/api/auth/login', { email: email.toUpperCase(), password });
    expect(answer.status).toBe(200);
  });

  it('is replaced at each sign-in', async () => {
    const { browser, email, password } = await system.registerAgent();
    const first = tokenOf(browser);
    await browser.post('/api/auth/login', { email, password });
    expect(tokenOf(browser)).not.toBe(first);
    expect(await statusOf(withCookie(first))).toBe(401);
    expect(await statusOf(browser)).toBe(200);
  });

  it('ends at sign-out, so that the old cookie is rejected', async () => {
    const { browser } = await system.registerAgent();
    const old = tokenOf(browser);
    expect((await browser.post('/api/auth/logout')).body).toEqual({ success: true });
    expect(browser.cookies.has(COOKIE)).toBe(false);
    const replayed = await withCookie(old).get('/api/auth/user');
    expect(replayed).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED', detail: 'Please sign in.' },
    });
    expect((await withCookie(old).post('/api/auth/logout')).status).toBe(200);
  });

  it('ends with all others of the user, everywhere', async () => {
    const { browser, email, password } = await system.registerAgent();
    const other = system.openBrowser();
    await other.post('/api/auth/login', { email, password });
    const answer = await browser.post('/api/user/sessions/end-all');
    expect(answer.body).toEqual({ ended: 2 });
    expect(browser.cookies.has(COOKIE)).toBe(false);
    expect(await statusOf(other)).toBe(401);
  });

  it('ends when the account is disabled, and cannot be started again', async () => {
    const { browser, id, email, password } = await system.registerAgent();
    await system.runAdminCli(['disable', email]);
    expect(await statusOf(browser)).toBe(401);
    const again = await system.openBrowser().post('/api/auth/login', { email, password });
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    await eventually(async () => {
      const [buyer] = await system.query<{ service_enabled: boolean; account_disabled: boolean }>(
        'lead-router',
        'SELECT service_enabled, account_disabled FROM buyers WHERE id = $1',
        [id],
      );
      return buyer?.account_disabled === true && buyer.service_enabled;
    });
    await system.runAdminCli(['enable', email]);
    // Whoever had the account may know its password.
    expect(await system.openBrowser().post('/api/auth/login', { email, password })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS' },
    });
  });

  it('ends when it expires', async () => {
    const { browser, id } = await system.registerAgent();
    await system.query('accounts', `UPDATE sessions SET expire = now() - interval '1 s' WHERE user_id = $1`, [
      id,
    ]);
    expect(await statusOf(browser)).toBe(401);
  });

  it('is extended by use', async () => {
    const { browser, id } = await system.registerAgent();
    await system.query(
      'accounts',
      `UPDATE sessions SET expire = now() + interval '1 hour' WHERE user_id = $1`,
      [id],
    );
    expect(await statusOf(browser)).toBe(200);
    const rows = await system.query<{ hours: number }>(
      'accounts',
      'SELECT extract(epoch FROM expire - now())::float8 / 3600 AS hours FROM sessions WHERE user_id = $1',
      [id],
    );
    expect(rows[0]?.hours).toBeGreaterThan(160);
  });
});

describe('a session token', () => {
  const createToken = async () => {
    const { browser } = await system.registerAgent();
    const token = tokenOf(browser);
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    return { token, sid };
  };
  const validOptions = { audience: 'annuity-desk', issuer: 'annuity-desk/gateway', expiresIn: 600 } as const;
  const header = { alg: 'HS256', typ: 'session+jwt', kid: 'test' };

  it('is accepted when it is signed correctly', async () => {
    const { sid } = await createToken();
    const token = new JwtService().sign({ sid }, { ...validOptions, header, secret: system.jwtSecret });
    expect(await statusOf(withCookie(token))).toBe(200);
  });

  it.each([
    ['another key', { secret: 'x'.repeat(32) }],
    ['another audience', { audience: 'other' }],
    ['another issuer', { issuer: 'other' }],
    ['another type', { header: { alg: 'HS256', typ: 'JWT', kid: 'test' } }],
    ['another algorithm', { algorithm: 'HS512', header: { alg: 'HS512', typ: 'session+jwt', kid: 'test' } }],
    ['an unknown key id', { header: { alg: 'HS256', typ: 'session+jwt', kid: 'next' } }],
    ['no key id', { header: { alg: 'HS256', typ: 'session+jwt' } }],
    ['a past expiry', { expiresIn: -1 }],
  ] as const)('is rejected with %s', async (_what, change) => {
    const { sid } = await createToken();
    const token = new JwtService().sign(
      { sid },
      { ...validOptions, header, secret: system.jwtSecret, ...change },
    );
    expect(await statusOf(withCookie(token))).toBe(401);
  });

  it('is rejected if unsigned, truncated or made up', async () => {
    const { token } = await createToken();
    const [, payload = '', signature = ''] = token.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'session+jwt', kid: 'test' })).toString(
      'base64url',
    );
    for (const invalid of [
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      token.slice(0, -2),
      'x',
      'a.b.c',
    ])
      expect(await statusOf(withCookie(invalid))).toBe(401);
  });
});

describe('rotation of the session key', () => {
  const next = 'n'.repeat(32);
  const signInAt = async (url: string): Promise<string> => {
    const { email, password } = await system.registerAgent();
    const browser = new Browser(url);
    await browser.post('/api/auth/login', { email, password });
    return tokenOf(browser);
  };
  const statusAt = async (url: string, token: string): Promise<number> => {
    const browser = new Browser(url);
    browser.cookies.set(COOKIE, token);
    return statusOf(browser);
  };
  const keyIdOf = (token: string): unknown =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid?: unknown }).kid;

  it('keeps everyone signed in, and signs with the new key', async () => {
    const first = await signInAt(system.gateway.url);
    const rotated = await system.startGatewayProcess({ JWT_KEYS: `next:${next},test:${system.jwtSecret}` });
    expect(keyIdOf(first)).toBe('test');
    expect(await statusAt(rotated.url, first)).toBe(200);
    const second = await signInAt(rotated.url);
    expect(keyIdOf(second)).toBe('next');
    expect(await statusAt(rotated.url, second)).toBe(200);
    expect(await statusAt(system.gateway.url, second)).toBe(401);
    await rotated.close();

    const finished = await system.startGatewayProcess({ JWT_KEYS: `next:${next}` });
    expect(await statusAt(finished.url, first)).toBe(401);
    expect(await statusAt(finished.url, second)).toBe(200);
    await finished.close();
  });
});

describe('protection against enumeration', () => {
  // Response times are compared by the bench scenario for enumeration timing.
  it.each([
    ['/api/auth/login', { password: 'not the password' }],
    ['/api/auth/forgot-password', {}],
  ])('%s answers known, unknown and disabled addresses alike', async (path, body) => {
    const { email: known } = await system.registerAgent();
    const { email: disabled } = await system.registerAgent();
    await system.runAdminCli(['disable', disabled]);
    const answers = new Set<string>();
    for (const email of [known, `${randomUUID()}@example.com`, disabled]) {
      const { status, headers, body: answer } = await system.openBrowser().post(path, { ...body, email });
      answers.add(JSON.stringify([status, [...headers.keys()], answer]));
    }
    expect(answers.size).toBe(1);
  });
});
