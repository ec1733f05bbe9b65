import { randomUUID } from 'node:crypto';
import { REMOVED, requestIntegration } from '@desk/contracts';
import { createDataSource } from '@desk/service-kit';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { exportAgent } from '../src/agent-erasure/agent-export.repository.js';
import { AgentRepository, endAccounts } from '../src/agent-erasure/agent.repository.js';
import { AccountsHarness, newCaller } from './accounts.harness.js';

let accounts: AccountsHarness;
let dataSource: DataSource;
let agents: AgentRepository;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  dataSource = createDataSource({ url: accounts.databaseUrl, schema: 'accounts', entities: [], poolSize: 2 });
  await dataSource.initialize();
  agents = new AgentRepository(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await accounts.stop();
});

const OPERATOR = 'grace';
const removed = (id: string) => `removed-${id}@erased.invalid`;
const erase = (email: string) => agents.erase({ email }, OPERATOR);

/** Returns every text of this schema that contains `text`, whatever the table and column. */
async function findText(text: string): Promise<string[]> {
  const tables = await accounts.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'accounts'",
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await accounts.query(`SELECT 1 FROM ${name} t WHERE strpos(t::text, $1) > 0`, [text]);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

async function registerAgentWithData() {
  const agent = await accounts.registerAgent({ phone: '+12125550188', companyName: 'Blythe Retirement' });
  const { userId, email } = agent;
  await accounts.query(
    `INSERT INTO sign_up_drafts (id, session_hash, current_step, accepted_terms, email, first_name, reserved_user_id,
                                    user_id, completed_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), 'done', true, $2, 'Ada', $1, $1, now()),
            (gen_random_uuid(), gen_random_uuid(), 'contact', true, $2, 'Ada', gen_random_uuid(), NULL, NULL)`,
    [userId, email],
  );
  for (const table of ['password_resets', 'email_changes'])
    await accounts.query(
      `INSERT INTO ${table} (id, user_id, token_hash, expires_at${table === 'email_changes' ? ', new_email' : ''})
       VALUES (gen_random_uuid(), $1, gen_random_uuid(), now()${table === 'email_changes' ? `, 'new-${email}'` : ''})`,
      [userId],
    );
  await accounts.query(
    `INSERT INTO audit_events (action, user_id, actor_id, address, user_agent, old_value)
     VALUES ('profile-changed', $1, $1, '203.0.113.9', 'Mozilla/5.0', jsonb_build_object('email', $2::text))`,
    [userId, email],
  );
  await accounts.commands.send(requestIntegration, { userId, integrationType: 'sms', caller: newCaller() });
  return agent;
}

it('leaves nothing that identifies the agent, and keeps who did what and when', async () => {
  const { userId, email, sid } = await registerAgentWithData();
  expect(await findText(email)).toContain('users');

  expect(await erase(email)).toMatchObject({ id: userId, acceptedTerms: 1 });

  for (const text of [email, '+12125550188', 'Blythe Retirement', '203.0.113.9'])
    expect([text, await findText(text)]).toEqual([text, []]);
  expect(await accounts.isActive(sid)).toBe(false);
  const entries = await accounts.query(
    `SELECT action, operator, num_nonnulls(address, user_agent, old_value, new_value) AS values FROM audit_events
      WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
  expect(entries).toContainEqual({ action: 'profile-changed', operator: null, values: 0 });
  expect(entries.at(-1)).toEqual({ action: 'agent-erased', operator: OPERATOR, values: 0 });
  expect(
    await accounts.query('SELECT status FROM integration_requests WHERE user_id = $1', [userId]),
  ).toEqual([{ status: 'declined' }]);
});

it('ends the sign-in for good, and frees the email address', async () => {
  const { userId, email } = await accounts.registerAgent();
  await erase(email);
  for (const address of [email, removed(userId)])
    await expect(accounts.signIn(address)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect((await accounts.registerAgent({ email })).userId).not.toBe(userId);
  expect(await accounts.signIn(email)).toBeDefined();
});

it('publishes the erasure once, however often the command is repeated', async () => {
  const { userId, email } = await accounts.registerAgent();
  await erase(email);
  await agents.erase({ id: userId }, OPERATOR);
  const listErasures = async () =>
    (await accounts.listPublished(userId)).filter(({ name }) => name === 'accounts.agent-erased');
  await eventually(async () => (await listErasures()).length > 0);
  await agents.erase({ id: userId }, OPERATOR);
  await accounts.restart({});
  expect(await listErasures()).toHaveLength(1);
  const actions = await accounts.listActions(userId);
  expect(actions.filter((action) => action === 'agent-erased')).toHaveLength(1);
});

it('lets no statement write personal data back', async () => {
  const { userId, email } = await accounts.registerAgent();
  await erase(email);
  await dataSource.query(
    `UPDATE users SET email = $2, first_name = 'Ada', phone = '1', stripe_payment_method_id = 'pm_1',
                      disabled_at = NULL, erased_at = NULL WHERE id = $1`,
    [userId, email],
  );
  await dataSource.query(
    `INSERT INTO audit_events (action, user_id, address, new_value) VALUES ('email-bounced', $1, '203.0.113.9', '{}')`,
    [userId],
  );
  const [user] = await accounts.query(
    `SELECT email, first_name, phone, stripe_payment_method_id, disabled_at IS NOT NULL AS is_disabled,
            erased_at IS NOT NULL AS is_erased FROM users WHERE id = $1`,
    [userId],
  );
  expect(user).toEqual({
    email: removed(userId),
    first_name: REMOVED,
    phone: '',
    stripe_payment_method_id: null,
    is_disabled: true,
    is_erased: true,
  });
  expect((await accounts.listAuditEntries(userId)).at(-1)).toMatchObject({ address: null, new_value: null });
});

it('empties entries of erased accounts only', async () => {
  const { userId } = await accounts.registerAgent();
  await dataSource.query('SELECT remove_audit_values_of_erased($1)', [userId]);
  expect((await accounts.listAuditEntries(userId))[0]?.address).not.toBeNull();
});

it('refuses unknown accounts and admins', async () => {
  await expect(erase('nobody@example.com')).rejects.toThrow('No account has this email address');
  await expect(agents.erase({ id: randomUUID() }, OPERATOR)).rejects.toThrow('No account has this id');
  await expect(agents.erase({ id: await accounts.createAdmin() }, OPERATOR)).rejects.toThrow('admin account');
});

it('finds the sign-up of an account through an index', async () => {
  const plan = await dataSource.transaction(async (manager) => {
    // The table of a test is too small for an index to pay off.
    await manager.query('SET LOCAL enable_seqscan = off');
    const rows: { 'QUERY PLAN': string }[] = await manager.query(
      `EXPLAIN ${endAccounts(`SELECT '${randomUUID()}'::uuid AS id`)} SELECT id FROM ended`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('sign_up_drafts_reserved_user_id_key');
});

it('exports what the schema holds, without secrets', async () => {
  const { userId, email, sid } = await registerAgentWithData();
  const exported = await exportAgent(dataSource, userId);
  expect(exported).toMatchObject({
    account: [{ id: userId, email, phone: '+12125550188' }],
    signUps: [{ email }, { email }],
    sessions: [{ user_agent: 'Mozilla/5.0' }],
    emailChanges: [{ new_email: `new-${email}` }],
    integrationRequests: [{ integration_type: 'sms', status: 'pending' }],
  });
  const text = JSON.stringify(exported);
  for (const secret of ['argon2', sid, 'token_hash']) expect(text).not.toContain(secret);
});

it('exports neither the networks of admins nor their reasons', async () => {
  const { userId } = await accounts.registerAgent();
  await accounts.query(
    `INSERT INTO audit_events (action, user_id, actor_id, address, network, user_agent, new_value)
     VALUES ('disabled', $1, gen_random_uuid(), '198.51.100.77', '198.51.100.0/24', 'Mozilla/5.0',
             '{"disabled":true,"reason":"Looks stolen."}')`,
    [userId],
  );
  const { auditEntries } = await exportAgent(dataSource, userId);
  expect(auditEntries).toMatchObject([
    { action: 'registered', address: expect.any(String), user_agent: 'Mozilla/5.0' },
    { action: 'disabled', address: null, network: null, user_agent: null, new_value: { disabled: true } },
  ]);
  expect(JSON.stringify(auditEntries)).not.toContain('stolen');
});
