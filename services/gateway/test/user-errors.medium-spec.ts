import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import { type ErrorCode, errorCatalog, PAGE_USER_HEADER, setService } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Answer, Browser } from './browser.js';
import { TestSystem } from './test-system.js';

/** What people meet only in unusual situations. The usual errors are tested where they occur. */

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

/** The status, code and sentence of the catalog. */
const problem = (code: ErrorCode) => {
  const { status, detail } = errorCatalog[code];
  return { status, body: { code, status, detail } };
};
const queryAccounts = (sql: string, values: unknown[] = []) => system.query('accounts', sql, values);

describe('an unconfirmed address', () => {
  it('is not sent another link once it is confirmed', async () => {
    const { browser } = await system.registerOwner();
    expect(await browser.post('/api/user/resend-confirmation')).toMatchObject(
      problem('EMAIL_ALREADY_CONFIRMED'),
    );
  });

  it('needs the card as well to reset the password after its mail came back', async () => {
    const { browser, email } = await system.registerOwner();
    await system.saveCard(browser);
    await queryAccounts('UPDATE users SET email_bounced_at = now() WHERE email = $1', [email]);
    const visitor = system.openBrowser();
    await visitor.post('/api/auth/forgot-password', { email });
    const token = await system.waitForToken(email, 'reset-password');
    const password = 'amber orchard 42';
    const reset = (cardDigits?: string): Promise<Answer> =>
      visitor.post('/api/auth/reset-password', {
        token,
        password,
        confirmPassword: password,
        ...(cardDigits === undefined ? {} : { cardDigits }),
      });
    expect(await reset()).toMatchObject(problem('CARD_DIGITS_REQUIRED'));
    expect(await reset('0000')).toMatchObject(problem('WRONG_CARD_DIGITS'));
    expect((await reset('4242')).status).toBe(200);
  });
});

describe('sign-in methods', () => {
  it('are limited to ten', async () => {
    const { browser, email } = await system.registerOwner();
    await queryAccounts(
      `INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter)
       SELECT gen_random_uuid(), id, 'Key', gen_random_uuid()::text, '', 0
         FROM users, generate_series(1, 10) WHERE email = $1`,
      [email],
    );
    for (const kind of ['app', 'passkey'])
      expect(await browser.post(`/api/user/second-factors/${kind}/start`)).toMatchObject(
        problem('TOO_MANY_SECOND_FACTORS'),
      );
  });

  it('that were removed elsewhere can be neither renamed nor removed', async () => {
    const { browser } = await system.registerAgent();
    const path = `/api/user/second-factors/${randomUUID()}`;
    for (const answer of [
      await browser.patch(path, { name: 'Phone' }),
      await browser.post(`${path}/remove`),
      await browser.post('/api/user/recovery-codes'),
    ])
      expect(answer).toMatchObject(problem('SECOND_FACTOR_NOT_FOUND'));
  });
});

describe('a card', () => {
  it('that was never set up cannot be saved', async () => {
    const { browser } = await system.registerAgent();
    expect(await browser.post('/api/update-payment-method', { paymentMethodId: 'pm_nobodys' })).toMatchObject(
      problem('CUSTOMER_NOT_FOUND'),
    );
  });
});

describe('a setting', () => {
  it('that was changed in another window meanwhile is not overwritten', async () => {
    const { browser } = await system.registerAgent();
    const toggle = (serviceEnabled: boolean) => browser.patch('/api/user/service-toggle', { serviceEnabled });
    const commands = system.gateway.app.get(CommandClient);
    const send = commands.send.bind(commands) as (...args: unknown[]) => Promise<never>;
    let isDelayed = true;
    const spy = jest.spyOn(commands, 'send').mockImplementation((async (...args: unknown[]) => {
      if (args[0] === setService && isDelayed) {
        isDelayed = false;
        expect((await toggle(false)).status).toBe(200);
      }
      return send(...args);
    }) as typeof commands.send);
    try {
      expect(await toggle(true)).toMatchObject(problem('SETTINGS_CHANGED'));
    } finally {
      spy.mockRestore();
    }
    expect((await browser.get('/api/auth/user')).body).toMatchObject({ serviceEnabled: false });
  });
});

describe('a service that only an admin can resume', () => {
  it('is resumed by an admin, after whom the agent can pause and resume again', async () => {
    const { browser, id } = await system.registerAgent();
    const admin = await system.createAdmin();
    const toggle = (serviceEnabled: boolean) => browser.patch('/api/user/service-toggle', { serviceEnabled });
    expect((await toggle(false)).status).toBe(200);
    await system.query(
      'lead-router',
      'UPDATE buyers SET delivery_pauses = ARRAY[now(), now(), now()] WHERE id = $1',
      [id],
    );
    expect(await toggle(true)).toMatchObject(problem('RESUMPTION_NEEDS_ADMIN'));
    expect((await browser.get('/api/dashboard')).body).toMatchObject({
      serviceEnabled: false,
      resumptionNeedsAdmin: true,
    });

    const resumption = { serviceEnabled: true, reason: 'The mailbox works again.' };
    expect((await admin.patch(`/api/admin/users/${id}/service`, resumption)).status).toBe(200);
    for (const serviceEnabled of [false, true]) expect((await toggle(serviceEnabled)).status).toBe(200);
  });
});

describe('an unexpected failure', () => {
  it('in the gateway is answered without its cause', async () => {
    const commands = system.gateway.app.get(CommandClient);
    const spy = jest.spyOn(commands, 'send').mockRejectedValue(new Error('password of the database'));
    try {
      const answer = await system.openBrowser().post('/api/check-email', { email: 'ada@example.com' });
      expect(answer).toMatchObject(problem('INTERNAL'));
      expect(JSON.stringify(answer.body)).not.toContain('database');
    } finally {
      spy.mockRestore();
    }
  });

  it('in a service is answered without its cause', async () => {
    const { browser } = await system.registerAgent();
    await queryAccounts('ALTER TABLE integration_requests RENAME TO hidden_requests');
    try {
      const answer = await browser.get('/api/integration-requests');
      expect(answer).toMatchObject(problem('UNAVAILABLE'));
      expect(JSON.stringify(answer.body)).not.toMatch(/integration_requests|relation|query/i);
    } finally {
      await queryAccounts('ALTER TABLE hidden_requests RENAME TO integration_requests');
    }
  });
});

describe('a request of a page', () => {
  let browser: Browser;
  let userId: string;
  beforeAll(async () => {
    ({ browser, id: userId } = await system.registerAgent());
  });

  const saveLimit = (dailyLeadLimit: number, headers: Record<string, string> = {}) =>
    browser.patch('/api/user/daily-limit', { dailyLeadLimit }, headers);
  const fetchLimit = async () => (await browser.get('/api/dashboard')).body['dailyLeadLimit'];

  it('is answered for the user it names', async () => {
    expect((await saveLimit(31, { [PAGE_USER_HEADER]: userId })).status).toBe(200);
    expect(await fetchLimit()).toBe(31);
  });

  it('is refused for another user, before anything changes', async () => {
    expect((await saveLimit(32)).status).toBe(200);
    const headers = { [PAGE_USER_HEADER]: randomUUID() };
    expect(await saveLimit(33, headers)).toMatchObject({
      status: 409,
      body: { code: 'OTHER_USER_SIGNED_IN' },
    });
    expect(await fetchLimit()).toBe(32);
    // Even the refusal for a missing role would reveal something about the other user.
    for (const path of ['/api/auth/user', '/api/admin/users'])
      expect((await browser.get(path, headers)).body).toMatchObject({ code: 'OTHER_USER_SIGNED_IN' });
  });

  it.each(['', 'agent'])('is rejected if it names %j', async (named) => {
    const answer = await browser.get('/api/dashboard', { [PAGE_USER_HEADER]: named });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'INVALID_REQUEST', errors: [{ field: PAGE_USER_HEADER, message: 'Not a valid id' }] },
    });
  });

  it('without a session is answered with UNAUTHENTICATED', async () => {
    const visitor = system.openBrowser();
    const answer = await visitor.get('/api/dashboard', { [PAGE_USER_HEADER]: userId });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });

  it('for its live events is refused for another user', async () => {
    const refused = await browser.get('/api/live', { [PAGE_USER_HEADER]: randomUUID() });
    expect(refused).toMatchObject({ status: 409, body: { code: 'OTHER_USER_SIGNED_IN' } });
  });

  it('has its header in the API document, for routes that need a session', async () => {
    type Described = Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
    const answer = await fetch(`${system.gateway.url}/api/docs-json`);
    const { paths } = (await answer.json()) as { paths: Described };
    const header = expect.objectContaining({ name: PAGE_USER_HEADER, in: 'header', required: false });
    expect(paths['/api/dashboard']?.['get']?.parameters).toContainEqual(header);
    expect(paths['/api/auth/login']?.['post']?.parameters).toEqual([]);
  });
});
