import { routes } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addApp, codeOf } from './authenticator-app.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start({
    accounts: { RATE_LIMIT_FACTOR: '1000', REQUIRE_ADMIN_SECOND_FACTOR: 'true' },
  });
});
afterAll(() => system.stop());

const codeIn = async (answer: Promise<{ body: { code?: unknown } | null }>) => (await answer).body?.code;

describe('an admin who needs a second factor', () => {
  it('may only set one up, and has access to everything once it is', async () => {
    const admin = await system.createAdmin();
    expect((await admin.get('/api/auth/user')).body).toMatchObject({ secondFactorRequired: true });
    const refused: string[] = [];
    for (const { method, path, access, allowedBeforeSecondFactor } of Object.values(routes)) {
      if (access !== 'admin' && access !== 'signed-in') continue;
      if (allowedBeforeSecondFactor) continue;
      const url = path.replace(/:\w+/, '00000000-0000-4000-8000-000000000000');
      const answer = await admin.send<{ code?: string }>(
        method,
        url,
        method === 'GET' ? undefined : '{}',
        {},
      );
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'SECOND_FACTOR_REQUIRED']);
      refused.push(path);
    }
    expect(refused).toContain('/api/admin/users');
    await addApp(system, admin);
    expect((await admin.get('/api/auth/user')).body).not.toHaveProperty('secondFactorRequired');
    expect((await admin.get('/api/admin/users')).status).toBe(200);
  });

  it('may not remove the last one', async () => {
    const admin = await system.createAdmin();
    const { factorId } = await addApp(system, admin);
    expect(await codeIn(admin.post(`/api/user/second-factors/${factorId}/remove`))).toBe(
      'LAST_SECOND_FACTOR',
    );
  });
});

describe('a sign-in with a second factor', () => {
  it('sets no cookie before the second step', async () => {
    const { browser, email, password } = await system.registerOwner();
    const { secret, recoveryCodes } = await addApp(system, browser);
    const next = system.openBrowser();
    const { body } = await next.post<{ secondFactor: { token: string } }>('/api/auth/login', {
      email,
      password,
    });
    expect(Object.keys(body)).toEqual(['secondFactor']);
    expect(next.cookies.size).toBe(0);
    const { token } = body.secondFactor;
    const complete = (proof: object) => next.post('/api/auth/login/second-factor', { token, ...proof });
    expect(await codeIn(complete({ code: codeOf(secret, 5) }))).toBe('WRONG_CODE');
    expect((await complete({})).status).toBe(422);
    expect((await complete({ code: codeOf(secret), recoveryCode: recoveryCodes[0] })).status).toBe(422);
    expect(next.cookies.size).toBe(0);
    expect((await complete({ code: codeOf(secret) })).body).toMatchObject({ user: { email } });
    expect((await next.get('/api/auth/user')).status).toBe(200);
    expect(await codeIn(complete({ code: codeOf(secret, 1) }))).toBe('SIGN_IN_EXPIRED');
  });

  it('accepts each recovery code once', async () => {
    const { browser, email, password } = await system.registerOwner();
    const { recoveryCodes } = await addApp(system, browser);
    const signIn = async () => {
      const next = system.openBrowser();
      const { body } = await next.post<{ secondFactor: { token: string } }>('/api/auth/login', {
        email,
        password,
      });
      const proof = { token: body.secondFactor.token, recoveryCode: recoveryCodes[0] };
      return (await next.post('/api/auth/login/second-factor', proof)).status;
    };
    expect([await signIn(), await signIn()]).toEqual([200, 422]);
  });

  it('rejects passkeys that were never registered', async () => {
    const visitor = system.openBrowser();
    const { body } = await visitor.post<{ token: string; options: { challenge: string } }>(
      '/api/auth/passkey/options',
    );
    expect(body.options).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' });
    const passkey = {
      id: 'bm9uZQ',
      rawId: 'bm9uZQ',
      type: 'public-key',
      response: { authenticatorData: 'AA', clientDataJSON: 'AA', signature: 'AA' },
    };
    const signIn = () => codeIn(visitor.post('/api/auth/passkey', { token: body.token, passkey }));
    expect([await signIn(), await signIn()]).toEqual(['PASSKEY_REJECTED', 'CHALLENGE_EXPIRED']);
    expect(visitor.cookies.size).toBe(0);
  });

  it('is possible again after the factors were reset from the command line', async () => {
    const { browser, email, password } = await system.registerOwner();
    await addApp(system, browser);
    await system.runAdminCli(['reset-second-factor', email]);
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    const visitor = system.openBrowser();
    expect(await codeIn(visitor.post('/api/auth/login', { email, password }))).toBe('INVALID_CREDENTIALS');
    const token = await system.waitForToken(email, 'reset-password');
    const chosen = 'amber lantern 77';
    const form = { token, password: chosen, confirmPassword: chosen };
    expect((await visitor.post('/api/auth/reset-password', form)).status).toBe(200);
    const answer = await visitor.post('/api/auth/login', { email, password: chosen });
    expect(answer.body).toMatchObject({ user: { email } });
  });
});

describe('a route that needs a recent proof', () => {
  it('is refused ten minutes after the last one, until the user proves it again', async () => {
    const { browser, id, password } = await system.registerOwner();
    const exportLeads = () => browser.get<{ code?: string }>('/api/leads/export');
    expect((await exportLeads()).status).toBe(200);
    await system.setMinutesSinceProof(11, id);
    expect(await exportLeads()).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
    expect((await browser.get('/api/leads')).status).toBe(200);
    const options = await browser.post('/api/auth/reauthenticate/options');
    expect(options.body).toEqual({ methods: ['password'], token: null, passkeyOptions: null });
    expect(await codeIn(browser.post('/api/auth/reauthenticate', { password: 'not the password' }))).toBe(
      'WRONG_PASSWORD',
    );
    expect((await exportLeads()).status).toBe(403);
    expect((await browser.post('/api/auth/reauthenticate', { password })).status).toBe(200);
    expect((await exportLeads()).status).toBe(200);
  });

  it('gives the session a new token, and the old one is of no use', async () => {
    const { browser, email, password } = await system.registerAgent();
    const other = system.openBrowser();
    await other.post('/api/auth/login', { email, password });
    const old = browser.copy();
    expect((await browser.post('/api/auth/reauthenticate', { password: 'not the password' })).status).toBe(
      422,
    );
    expect((await old.get('/api/auth/user')).status).toBe(200);
    expect((await browser.post('/api/auth/reauthenticate', { password })).status).toBe(200);
    expect(browser.cookieHeader()).not.toBe(old.cookieHeader());
    expect((await old.get('/api/auth/user')).status).toBe(401);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    expect((await other.get('/api/auth/user')).status).toBe(200);
    const { body } = await browser.get<{ current: boolean }[]>('/api/user/sessions');
    expect(body.map(({ current }) => current)).toEqual([true, false]);
    // A session that has ended gets no successor.
    expect((await old.post('/api/auth/reauthenticate', { password })).status).toBe(401);
  });

  it('accepts only a factor from users who have one', async () => {
    const { browser, id, password } = await system.registerOwner();
    const { secret, factorId } = await addApp(system, browser);
    await system.setMinutesSinceProof(11, id);
    const remove = () => codeIn(browser.post(`/api/user/second-factors/${factorId}/remove`));
    expect(await remove()).toBe('REAUTHENTICATION_REQUIRED');
    const options = await browser.post('/api/auth/reauthenticate/options');
    expect(options.body).toMatchObject({ methods: ['app', 'recovery-code'] });
    const prove = (proof: object) => codeIn(browser.post('/api/auth/reauthenticate', proof));
    expect(await prove({ password })).toBe('WRONG_CODE');
    // The app shows another code every 30 seconds.
    const code = codeOf(secret);
    expect(await prove({ code })).toBeUndefined();
    expect(await prove({ code })).toBe('WRONG_CODE');
    expect(await remove()).toBeUndefined();
  });
});
