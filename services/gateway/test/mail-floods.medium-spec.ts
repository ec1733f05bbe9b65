import { randomUUID } from 'node:crypto';
import { MAILS_TO_UNCONFIRMED_MAILBOX, serviceNames } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codeOf } from './authenticator-app.js';
import type { Browser } from './browser.js';
import { type Agent, TestSystem } from './test-system.js';

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

/** Waits until every event was handled, and every email was sent, ended, or waits for a later time. */
async function settle(): Promise<void> {
  await eventually(async () => {
    for (const service of serviceNames) {
      const outbox = await system.query(
        service,
        "SELECT 1 FROM outbox WHERE NOT (is_delayed AND due_at > now() + interval '10 s')",
      );
      if (outbox.length > 0) return false;
    }
    const due = await system.query(
      'notifier',
      "SELECT 1 FROM account_mails WHERE status = 'queued' AND next_attempt_at < now() + interval '10 s'",
    );
    return due.length === 0;
  });
}

/** Adds an authenticator app and removes it: two emails. */
async function addAndRemoveApp(browser: Browser): Promise<void> {
  const { body: setup } = await browser.post<{ factorId?: string; secret?: string }>(
    '/api/user/second-factors/app/start',
  );
  if (setup.factorId === undefined || setup.secret === undefined) return;
  await browser.post('/api/user/second-factors/app', {
    factorId: setup.factorId,
    name: 'Phone',
    code: codeOf(setup.secret),
  });
  await browser.post(`/api/user/second-factors/${setup.factorId}/remove`);
}

type Account = Pick<Agent, 'browser' | 'email'> & { password: string };

/** What a stranger does with an account whose address they do not own. Each call may be refused. */
const acts: Readonly<Record<string, (account: Account, victim: string) => Promise<unknown>>> = {
  addAndRemoveApp: ({ browser }) => addAndRemoveApp(browser),
  requestReset: (_account, victim) =>
    system.openBrowser().post('/api/auth/forgot-password', { email: victim }),
  resendConfirmation: ({ browser }) => browser.post('/api/user/resend-confirmation'),
  changePassword: async (account) => {
    const password = `violet harbour ${randomUUID()}`;
    const { status } = await account.browser.post('/api/user/change-password', {
      currentPassword: account.password,
      password,
      confirmPassword: password,
    });
    expect(status).toBe(200);
    account.password = password;
  },
  changeEmail: ({ browser, password }, victim) =>
    browser.patch('/api/user/profile', {
      email: victim.replace('@', `+${randomUUID()}@`),
      currentPassword: password,
      firstName: 'Ada',
      lastName: 'Agent',
      phone: '+12125550123',
    }),
  signIn: ({ email, password }) =>
    system
      .openBrowser()
      .post(
        '/api/auth/login',
        { email, password },
        { 'user-agent': `Mozilla/5.0 Firefox/${Date.now() % 9_999}` },
      ),
  requestIntegration: ({ browser }) => browser.post('/api/request-integration', { integrationType: 'other' }),
  setUpWebhook: ({ browser }) =>
    browser.post('/api/channels/webhook', { url: `https://crm.example.com/${randomUUID()}` }),
  pauseAndResume: async ({ browser }) => {
    await browser.patch('/api/user/service-toggle', { serviceEnabled: false });
    await browser.patch('/api/user/service-toggle', { serviceEnabled: true });
  },
};

async function listEmailsToMailbox(name: string): Promise<{ subject: string }[]> {
  const { mails } = await system.sandbox<{ mails: { to: string[]; subject: string }[] }>('mails');
  return mails.filter(({ to }) => to.some((address) => address.toLowerCase().startsWith(name)));
}

describe('emails to a mailbox that never confirmed', () => {
  it('are never about sign-in methods, which need a confirmed address', async () => {
    const name = randomUUID();
    const { browser } = await system.registerAgent(`${name}@example.com`);
    for (let count = 0; count < 20; count += 1) await addAndRemoveApp(browser);
    await settle();
    const subjects = (await listEmailsToMailbox(name)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(1);
  });

  it('never exceed the stated limits, whatever is called in any order', async () => {
    const act = fc.record({
      name: fc.constantFrom(...Object.keys(acts)),
      account: fc.nat({ max: 2 }),
      times: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 24 }), async (sequence) => {
        const name = randomUUID();
        const victim = `${name}@example.com`;
        const accounts: Account[] = [];
        for (const email of [victim, `${name}+news@example.com`, `${name.toUpperCase()}+2@EXAMPLE.com`])
          accounts.push(await system.registerAgent(email));
        for (const { name: call, account, times } of sequence)
          for (let time = 0; time < times; time += 1) {
            await acts[call]?.(accounts[account]!, victim);
          }
        await settle();
        const emails = await listEmailsToMailbox(name);
        expect(emails.length).toBeGreaterThan(0);
        expect(emails.length).toBeLessThanOrEqual(MAILS_TO_UNCONFIRMED_MAILBOX);
      }),
      { numRuns: 5 },
    );
  });
});
