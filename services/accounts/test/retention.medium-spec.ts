import { randomUUID } from 'node:crypto';
import { checkEmail, saveDraft } from '@desk/contracts';
import { runRetention } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '../src/credentials/single-use-tokens.js';
import { retentionRules } from '../src/retention/retention-rules.js';
import { AccountsHarness, newCaller } from './accounts.harness.js';

let accounts: AccountsHarness;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
});
afterAll(() => accounts.stop());

const apply = () => runRetention({ url: accounts.databaseUrl, schema: 'accounts' }, retentionRules);

describe('sign-ups', () => {
  const addDraft = async (days: number, isCompleted: boolean): Promise<string> => {
    const { userId } = await accounts.registerAgent();
    const id = randomUUID();
    await accounts.query(
      `INSERT INTO sign_up_drafts
         (id, session_hash, current_step, accepted_terms, first_name, email, phone, delivery_other, reserved_user_id,
          user_id, completed_at, updated_at)
       SELECT $1::uuid, $1::text, 'contact', true, 'Ada', 'ada@example.com', '+12125550123', 'my CRM', gen_random_uuid(),
              u.id, CASE WHEN $3 THEN now() END, now() - make_interval(days => $4)
         FROM (SELECT CASE WHEN $3 THEN $2::uuid END AS id) u`,
      [id, userId, isCompleted, days],
    );
    return id;
  };
  const find = (id: string) =>
    accounts.query(
      'SELECT first_name, email, phone, delivery_other, accepted_terms FROM sign_up_drafts WHERE id = $1',
      [id],
    );
  const personal = {
    first_name: 'Ada',
    email: 'ada@example.com',
    phone: '+12125550123',
    delivery_other: 'my CRM',
  };

  it('are removed if nobody continued them for 30 days', async () => {
    const [young, old] = [await addDraft(29, false), await addDraft(31, false)];
    await apply();
    expect(await find(young)).toMatchObject([personal]);
    expect(await find(old)).toEqual([]);
  });

  it('keep only the accepted terms 30 days after completion', async () => {
    const [young, old] = [await addDraft(29, true), await addDraft(31, true)];
    await apply();
    expect(await find(young)).toMatchObject([personal]);
    expect(await find(old)).toEqual([
      { first_name: null, email: null, phone: null, delivery_other: null, accepted_terms: true },
    ]);
  });

  it('of an account are not continued once they are anonymized', async () => {
    const { userId } = await accounts.registerAgent();
    const caller = newCaller();
    const save = (sessionId: string | null, firstName: string) =>
      accounts.commands.send(saveDraft, { sessionId, step: 'name', values: { firstName }, caller });
    const { sessionId } = await save(null, 'Ada');
    const [draft] = await accounts.query<{ id: string }>(
      `UPDATE sign_up_drafts
          SET user_id = $2, reserved_user_id = $2, updated_at = now() - interval '31 days'
        WHERE session_hash = $1 RETURNING id`,
      [hashToken(sessionId), userId],
    );
    await apply();
    await expect(save(sessionId, 'Grace')).rejects.toMatchObject({ code: 'DRAFT_NOT_FOUND' });
    expect(await find(draft?.id ?? '')).toMatchObject([{ first_name: null }]);
  });

  it('in progress are continued as before', async () => {
    const caller = newCaller();
    const started = await accounts.commands.send(saveDraft, {
      sessionId: null,
      step: 'start',
      values: { acceptedTerms: true },
      caller,
    });
    await apply();
    const saved = await accounts.commands.send(saveDraft, {
      sessionId: started.sessionId,
      step: 'name',
      values: { firstName: 'Ada', lastName: 'Agent' },
      caller,
    });
    expect(saved.sessionId).toBe(started.sessionId);
  });
});

it('removes expired sessions, links and counters, and no others', async () => {
  const { userId, sid } = await accounts.registerAgent();
  await accounts.query(
    `INSERT INTO sessions (sid, sess, expire)
     SELECT gen_random_uuid(), sess, now() - interval '2 days' FROM sessions WHERE sid = $1`,
    [sid],
  );
  const emailColumns = { password_resets: '', email_changes: ', new_email', email_confirmations: ', email' };
  for (const [table, emailColumn] of Object.entries(emailColumns))
    await accounts.query(
      `INSERT INTO ${table} (id, user_id, token_hash, expires_at${emailColumn})
       SELECT gen_random_uuid(), $1, gen_random_uuid(), now() - make_interval(days => days)
              ${emailColumn && ", 'new@example.com'"} FROM unnest(ARRAY[29, 31]) days`,
      [userId],
    );
  // The welcome email's link has not expired.
  await accounts.query('DELETE FROM email_confirmations WHERE user_id = $1 AND expires_at > now()', [userId]);
  await accounts.query(
    `INSERT INTO throttles (key, hits, updated_at) VALUES ('young', 1, now() - interval '59 days'),
                                                          ('old', 1, now() - interval '61 days')`,
  );
  await apply();
  expect(await accounts.query('SELECT sid FROM sessions WHERE user_id = $1', [userId])).toEqual([{ sid }]);
  expect(await accounts.getUser(sid)).toMatchObject({ id: userId });
  for (const table of Object.keys(emailColumns))
    expect(await accounts.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [userId])).toHaveLength(1);
  expect(await accounts.query("SELECT key FROM throttles WHERE key IN ('young', 'old')")).toEqual([
    { key: 'young' },
  ]);
});

describe('audit entries', () => {
  const addEntry = async (days: number): Promise<string> => {
    const userId = randomUUID();
    await accounts.query(
      `INSERT INTO audit_events (at, actor_id, user_id, action, address, user_agent, correlation_id, old_value, new_value)
       VALUES (now() - make_interval(days => $2), $1, $1, 'profile-changed', '203.0.113.9', 'Mozilla/5.0', 'c1',
               '{"phone":"1"}', '{"phone":"2"}')`,
      [userId, days],
    );
    return userId;
  };
  const find = (userId: string) =>
    accounts.query(
      'SELECT actor_id, action, address, user_agent, correlation_id, old_value, new_value FROM audit_events WHERE user_id = $1',
      [userId],
    );
  const facts = (userId: string) => ({ actor_id: userId, action: 'profile-changed', correlation_id: 'c1' });
  const values = {
    address: '203.0.113.9',
    user_agent: 'Mozilla/5.0',
    old_value: { phone: '1' },
    new_value: { phone: '2' },
  };
  const emptied = { address: null, user_agent: null, old_value: null, new_value: null };

  it('lose their values and addresses after two years, and keep who did what and when', async () => {
    const [young, old] = [await addEntry(729), await addEntry(731)];
    await apply();
    expect(await find(young)).toEqual([{ ...facts(young), ...values }]);
    expect(await find(old)).toEqual([{ ...facts(old), ...emptied }]);
  });

  it('younger than a year keep their values, even if the service tries to remove them', async () => {
    const [young, old] = [await addEntry(364), await addEntry(367)];
    await accounts.query('SELECT anonymize_audit_events(0, 100)');
    expect(await find(young)).toEqual([{ ...facts(young), ...values }]);
    expect(await find(old)).toEqual([{ ...facts(old), ...emptied }]);
  });

  it('cannot be changed in any other way, even by the owner of the schema', async () => {
    const userId = await addEntry(800);
    for (const statement of [
      "UPDATE audit_events SET action = 'signed-in' WHERE user_id = $1",
      "UPDATE audit_events SET new_value = '{}' WHERE user_id = $1",
      'DELETE FROM audit_events WHERE user_id = $1',
    ]) {
      await expect(accounts.query(statement, [userId])).rejects.toMatchObject({ code: '42501' });
      await expect(accounts.queryAsOwner(statement, [userId])).rejects.toMatchObject({ code: '42501' });
    }
    const combined = `UPDATE audit_events SET action = 'signed-in', address = NULL, user_agent = NULL, old_value = NULL,
                                              new_value = NULL WHERE user_id = $1`;
    await expect(accounts.queryAsOwner(combined, [userId])).rejects.toMatchObject({ code: '42501' });
    expect(await find(userId)).toEqual([{ ...facts(userId), ...values }]);
  });
});

describe('known devices', () => {
  const addDevices = async (ages: readonly number[]): Promise<string> => {
    const { userId } = await accounts.registerAgent();
    await accounts.query(
      `INSERT INTO known_devices (user_id, device_key, last_seen_at)
       SELECT $1, 'seen ' || days, now() - make_interval(days => days) FROM unnest($2::int[]) days`,
      [userId, ages],
    );
    return userId;
  };
  const list = async (userId: string) =>
    (
      await accounts.query<{ device_key: string }>(
        "SELECT device_key FROM known_devices WHERE user_id = $1 AND device_key LIKE 'seen %' ORDER BY last_seen_at",
        [userId],
      )
    ).map(({ device_key: key }) => key);

  it('are removed 60 days after they were seen', async () => {
    const userId = await addDevices([61, 59]);
    await apply();
    expect(await list(userId)).toEqual(['seen 59']);
  });

  it('keep the last one of a user, however old', async () => {
    const userId = await addDevices([400, 300]);
    await accounts.query("DELETE FROM known_devices WHERE user_id = $1 AND device_key NOT LIKE 'seen %'", [
      userId,
    ]);
    await apply();
    expect(await list(userId)).toEqual(['seen 300']);
  });
});

it('removes expired sign-in challenges and abandoned authenticator apps, and no others', async () => {
  const { userId } = await accounts.registerAgent();
  await accounts.query(
    `INSERT INTO sign_in_challenges (token_hash, purpose, user_id, expires_at)
     VALUES ('old', 'second-factor', $1, now() - interval '1 s'), ('young', 'second-factor', $1, now() + interval '1 hour')`,
    [userId],
  );
  await accounts.query(
    `INSERT INTO authenticator_apps (id, user_id, name, encrypted_secret, confirmed_at, created_at)
     SELECT gen_random_uuid(), $1, name, '', confirmed_at, now() - age
       FROM (VALUES ('abandoned', NULL::timestamptz, interval '25 hours'), ('begun', NULL, interval '23 hours'),
                    ('confirmed', now(), interval '300 days')) AS a (name, confirmed_at, age)`,
    [userId],
  );
  await apply();
  expect(
    await accounts.query('SELECT token_hash FROM sign_in_challenges WHERE user_id = $1', [userId]),
  ).toEqual([{ token_hash: 'young' }]);
  expect(
    await accounts.query('SELECT name FROM authenticator_apps WHERE user_id = $1 ORDER BY name', [userId]),
  ).toEqual([{ name: 'begun' }, { name: 'confirmed' }]);
});

describe('accounts that nobody confirmed', () => {
  const isEnded = async ({ userId }: { userId: string }): Promise<boolean> => {
    const [row] = await accounts.query<{ ended: boolean }>(
      'SELECT erased_at IS NOT NULL AS ended FROM users WHERE id = $1',
      [userId],
    );
    return row?.ended === true;
  };
  const register = async (days: number, values = '') => {
    const agent = await accounts.registerAgent();
    await accounts.query(
      `UPDATE users SET created_at = now() - make_interval(days => $2)${values} WHERE id = $1`,
      [agent.userId, days],
    );
    return agent;
  };

  it('end after 14 days without a card, and their address is free', async () => {
    const [young, old] = [await register(13), await register(15)];
    const bounced = await register(15, ', email_bounced_at = now()');
    await apply();
    expect([await isEnded(young), await isEnded(old), await isEnded(bounced)]).toEqual([false, true, true]);
    expect(await accounts.isActive(old.sid)).toBe(false);
    const { available } = await accounts.commands.send(checkEmail, { email: old.email, caller: newCaller() });
    expect(available).toBe(true);
  });

  it('stay with a card, once confirmed, or while they are disabled', async () => {
    const kept = [
      await register(100, ", stripe_payment_method_id = 'pm_1'"),
      await register(100, ', email_confirmed_at = now()'),
      await register(100, ', disabled_at = now()'),
    ];
    await apply();
    for (const agent of kept) expect(await isEnded(agent)).toBe(false);
  });
});
