import { randomUUID } from 'node:crypto';
import { completeSignUp, requestPasswordReset, saveDraft } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, newCaller, PASSWORD } from './accounts.harness.js';

let accounts: AccountsHarness;
beforeAll(async () => {
  accounts = await AccountsHarness.start();
});
afterAll(() => accounts.stop());

const codeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'OK',
    (error: unknown) => (error as { code: string }).code,
  );

describe('password reset emails', () => {
  const countResets = async (userId: string): Promise<number> =>
    (await accounts.listAuditEntries(userId)).filter(({ action }) => action === 'password-reset-requested')
      .length;
  const request = async (email: string, caller: ReturnType<typeof newCaller>, times: number) => {
    for (let index = 0; index < times; index += 1)
      await accounts.commands.send(requestPasswordReset, { email, caller });
    await accounts.waitUntilRequestsAreIssued();
  };

  it('reach an owner whose quota strangers have used up', async () => {
    const { userId, email } = await accounts.registerAgent();
    const home = newCaller('203.0.113.20');
    await accounts.signIn(email, PASSWORD, home);
    for (let network = 0; network < 8; network += 1) await request(email, newCaller(), 2);
    expect(await countResets(userId)).toBe(5);
    await request(email, home, 1);
    expect(await countResets(userId)).toBe(6);
    await request(email, newCaller(), 1);
    expect(await countResets(userId)).toBe(6);
  });

  it('cannot all be used up from one network', async () => {
    const { userId, email } = await accounts.registerAgent();
    await request(email, newCaller('203.0.113.21'), 6);
    expect(await countResets(userId)).toBe(2);
    await request(email, newCaller(), 1);
    expect(await countResets(userId)).toBe(3);
  });

  it('are limited for the owner too', async () => {
    const { userId, email } = await accounts.registerAgent();
    const home = newCaller('203.0.113.22');
    await accounts.signIn(email, PASSWORD, home);
    await request(email, home, 7);
    expect(await countResets(userId)).toBe(5);
  });
});

describe('completing a sign-up again', () => {
  it('counts wrong passwords as failed sign-ins', async () => {
    const { userId, email } = await accounts.registerAgent();
    const caller = newCaller();
    const { sessionId } = await accounts.commands.send(saveDraft, {
      ...{ sessionId: null, step: 'start', values: { acceptedTerms: true }, caller },
    });
    await accounts.query(
      `UPDATE get_started_leads SET user_id = $1, reserved_user_id = $1, completed_at = now()
        WHERE created_at = (SELECT max(created_at) FROM get_started_leads)`,
      [userId],
    );
    const complete = (password: string) =>
      codeOf(
        accounts.commands.send(completeSignUp, {
          ...{ sessionId, setupIntentId: 'seti_1', firstName: 'Ada', lastName: 'Agent', companyName: null },
          ...{ email: `${randomUUID()}@example.com`, phone: '+12125550123', dailyLeadLimit: 25 },
          ...{ password, caller },
        }),
      );
    expect(await complete(PASSWORD)).toBe('OK');
    const codes: string[] = [];
    for (let guess = 0; guess < 8; guess += 1) codes.push(await complete(`guess number ${guess}`));
    expect(codes.slice(0, 6)).toEqual(Array(6).fill('DRAFT_NOT_FOUND'));
    expect(codes).toContain('TOO_MANY_REQUESTS');
    // The first waits are shorter than an attempt may take on a busy machine.
    await accounts.query(
      `UPDATE throttles SET blocked_until = now() + interval '1 hour' WHERE blocked_until > '-infinity'`,
    );
    expect(await complete(PASSWORD)).toBe('TOO_MANY_REQUESTS');
    expect(await codeOf(accounts.signIn(email, PASSWORD, caller))).toBe('TOO_MANY_REQUESTS');
  });
});
