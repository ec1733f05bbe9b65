import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import { allRoles, provision } from '@desk/service-kit';

describe('provision', () => {
  let database: TestDatabase;
  const opened: pg.Client[] = [];

  const connect = async (connectionString: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    opened.push(client);
    return client;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const owner = await connect(database.services.billing.ownerUrl);
    await owner.query('CREATE TABLE billing.probe (id bigserial PRIMARY KEY, note text)');
  });

  afterAll(async () => {
    await Promise.all(opened.map((client) => client.end()));
    await database.drop();
  });

  it('lets a service read and write rows of its own schema without naming it', async () => {
    const client = await connect(database.services.billing.url);
    await client.query("INSERT INTO probe (note) VALUES ('one')");
    await client.query("UPDATE probe SET note = 'two'");
    expect((await client.query('SELECT note FROM probe')).rows).toEqual([{ note: 'two' }]);
    await client.query('DELETE FROM probe');
  });

  it.each([
    ['another schema', 'SELECT * FROM billing.probe'],
    ['a table in its own schema', 'CREATE TABLE leads.probe (id int)'],
    ['a table in the public schema', 'CREATE TABLE public.probe (id int)'],
    ['a temporary table', 'CREATE TEMPORARY TABLE probe (id int)'],
    ['a schema', 'CREATE SCHEMA probe'],
    ['a role', 'SET ROLE desk_billing'],
  ])('refuses a service %s', async (_what, sql) => {
    const client = await connect(database.services['lead-router'].url);
    await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('denies the owner of one schema access to another', async () => {
    const client = await connect(database.services['lead-router'].ownerUrl);
    await expect(client.query('SELECT * FROM billing.probe')).rejects.toMatchObject({ code: '42501' });
  });

  it('lets the verify role read everything and write nothing', async () => {
    const client = await connect(database.verifyUrl);
    await expect(client.query('SELECT * FROM billing.probe')).resolves.toMatchObject({ rows: [] });
    await expect(client.query('DELETE FROM billing.probe')).rejects.toMatchObject({ code: '42501' });
  });

  it('limits the statements of a service', async () => {
    const client = await connect(database.services.notifier.url);
    const { rows } = await client.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN
         ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'search_path')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      statement_timeout: '30000',
      lock_timeout: '10000',
      idle_in_transaction_session_timeout: '60000',
      search_path: 'notifications',
    });
  });

  it('lets a service create a trigram index but no extension', async () => {
    const owner = await connect(database.services.billing.ownerUrl);
    await owner.query('CREATE INDEX probe_note ON probe USING gin (note extensions.gin_trgm_ops)');
    const client = await connect(database.services.billing.url);
    await client.query("SELECT * FROM probe WHERE note ILIKE '%two%'");
    await expect(client.query('CREATE EXTENSION hstore SCHEMA extensions')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('can run repeatedly, concurrently and for several databases', async () => {
    const passwords = Object.fromEntries(allRoles.map((role) => [role, `test-${role}`]));
    const others = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
    await Promise.all([1, 2, 3].map(() => provision(database.adminUrl, passwords)));
    await Promise.all(others.map((other) => other.drop()));
    const client = await connect(database.services.billing.url);
    await client.query("INSERT INTO probe (note) VALUES ('three')");
  });
});
