import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import {
  allRoles,
  appendOnly,
  createDataSource,
  grantTableRights,
  provision,
  runMigrations,
} from '@desk/service-kit';

// As in `createTestDatabase`: all databases of the server share its roles.
const passwords = Object.fromEntries(allRoles.map((role) => [role, `test-${role}`]));

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

  it('lets a service read and add rows of its own schema without naming the schema', async () => {
    const client = await connect(database.services.billing.url);
    await client.query("INSERT INTO probe (note) VALUES ('one')");
    expect((await client.query('SELECT note FROM probe')).rows).toEqual([{ note: 'one' }]);
  });

  it.each(["UPDATE probe SET note = 'two'", 'DELETE FROM probe', 'TRUNCATE probe'])(
    'does not let a service change or delete rows unless a migration granted it: %s',
    async (sql) => {
      const client = await connect(database.services.billing.url);
      await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
    },
  );

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
    await client.query('SELECT * FROM billing.probe');
    await expect(client.query('DELETE FROM billing.probe')).rejects.toMatchObject({ code: '42501' });
  });

  it('sets the timeouts and the search path of a service', async () => {
    const client = await connect(database.services.notifier.url);
    const { rows } = await client.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN
         ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'search_path')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      statement_timeout: '30000',
      lock_timeout: '10000',
      idle_in_transaction_session_timeout: '10000',
      search_path: 'notifications',
    });
  });

  it('lets an owner create a trigram index, but a service no extension', async () => {
    const owner = await connect(database.services.billing.ownerUrl);
    await owner.query('CREATE INDEX probe_note ON probe USING gin (note extensions.gin_trgm_ops)');
    const client = await connect(database.services.billing.url);
    await client.query("SELECT * FROM probe WHERE note ILIKE '%two%'");
    await expect(client.query('CREATE EXTENSION hstore SCHEMA extensions')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('can run repeatedly, concurrently and for several databases', async () => {
    const others = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
    await Promise.all([1, 2, 3].map(() => provision(database.adminUrl, passwords)));
    await Promise.all(others.map((other) => other.drop()));
    const client = await connect(database.services.billing.url);
    await client.query("INSERT INTO probe (note) VALUES ('three')");
  });

  it('sends no password in plain text, because the server may log a statement', async () => {
    const query = jest.spyOn(pg.Client.prototype, 'query');
    await provision(database.adminUrl, passwords);
    const sent = JSON.stringify(query.mock.calls);
    query.mockRestore();
    expect(sent).toContain('PASSWORD');
    for (const password of Object.values(passwords)) expect(sent).not.toContain(password);
    await connect(database.services.billing.url);
  });
});

describe('table rights', () => {
  let database: TestDatabase;
  let service: pg.Client;
  let owner: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { url, ownerUrl, schema } = database.services.accounts;
    owner = await createDataSource({ url: ownerUrl, schema, entities: [], poolSize: 1 }).initialize();
    await owner.query(`
      CREATE TABLE history (id int PRIMARY KEY, note text);
      CREATE TABLE partly (id int PRIMARY KEY, note text, done boolean);
      CREATE TABLE changing (id int PRIMARY KEY, note text);
      INSERT INTO history VALUES (1, 'a'); INSERT INTO partly VALUES (1, 'a'); INSERT INTO changing VALUES (1, 'a');
    `);
    service = new pg.Client({ connectionString: url });
    await service.connect();
  });
  afterAll(async () => {
    await service.end();
    await owner.destroy();
    await database.drop();
  });

  const rights = {
    history: appendOnly,
    partly: { update: ['done'] },
    changing: { update: true, delete: true },
  } as const;
  const refused = expect.objectContaining({ code: '42501' });

  async function expectRights(): Promise<void> {
    for (const sql of [
      "INSERT INTO history VALUES (2, 'b') ON CONFLICT DO NOTHING",
      'UPDATE partly SET done = true',
      'SELECT * FROM partly FOR UPDATE',
      "UPDATE changing SET note = 'b'",
      'DELETE FROM changing WHERE id = 2',
    ])
      await service.query(sql);
    for (const sql of [
      "UPDATE history SET note = 'b'",
      'DELETE FROM history',
      'TRUNCATE history',
      "UPDATE partly SET note = 'b'",
      "INSERT INTO partly VALUES (1, 'b') ON CONFLICT (id) DO UPDATE SET note = 'b'",
      'DELETE FROM partly',
      'TRUNCATE changing',
    ])
      await expect(service.query(sql)).rejects.toEqual(refused);
    expect((await service.query('SELECT note FROM history WHERE id = 1')).rows).toEqual([{ note: 'a' }]);
  }

  it('are exactly those listed', async () => {
    await grantTableRights(owner, 'accounts', rights);
    await expectRights();
  });

  it('stay the same when the database is provisioned again', async () => {
    await provision(database.adminUrl, passwords);
    await expectRights();
  });

  it('replace whatever was granted before', async () => {
    await owner.query('GRANT ALL ON ALL TABLES IN SCHEMA accounts TO desk_accounts');
    await owner.query('GRANT UPDATE (note) ON partly TO desk_accounts');
    await service.query("UPDATE history SET note = 'a'");
    await Promise.all([1, 2, 3].map(() => grantTableRights(owner, 'accounts', rights)));
    await expectRights();
  });

  it('must be listed for every table', async () => {
    await expect(grantTableRights(owner, 'accounts', { history: appendOnly })).rejects.toThrow(
      'table accounts.changing has no rights',
    );
    await expectRights();
  });
});

describe('runMigrations', () => {
  class CreateHistory1790000000001 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('CREATE TABLE history (id int PRIMARY KEY, note text)');
    }

    down(): Promise<never> {
      return Promise.reject(new Error('migrations run forward only'));
    }
  }

  let database: TestDatabase;
  let owner: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { ownerUrl, schema } = database.services.accounts;
    owner = await createDataSource({ url: ownerUrl, schema, entities: [], poolSize: 1 }).initialize();
  });
  afterAll(async () => {
    await owner.destroy();
    await database.drop();
  });

  /** Runs the migrations of a release that has one table, and returns what they print. */
  async function migrate(): Promise<string> {
    const { ownerUrl: url, schema } = database.services.accounts;
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      await runMigrations({
        url,
        schema,
        entities: [],
        migrations: [CreateHistory1790000000001],
        tables: { history: appendOnly },
      });
      return write.mock.calls.map(([text]) => String(text)).join('');
    } finally {
      write.mockRestore();
    }
  }
  const listRights = (): Promise<object[]> =>
    owner.query(
      `SELECT table_name, privilege_type FROM information_schema.role_table_grants
        WHERE grantee = 'desk_accounts' AND table_schema = 'accounts' ORDER BY 1, 2`,
    );

  it('fails on a table without rights while the database is of the same release', async () => {
    expect(await migrate()).toBe('accounts: 1 migrations run\n');
    await owner.query('CREATE TABLE later (id int PRIMARY KEY)');
    await expect(migrate()).rejects.toThrow('table accounts.later has no rights');
  });

  it('succeeds and leaves all rights alone once a newer release has migrated the database', async () => {
    await owner.query(
      'GRANT UPDATE ON history TO desk_accounts; GRANT UPDATE, DELETE ON later TO desk_accounts',
    );
    await owner.query(
      "INSERT INTO migrations (timestamp, name) VALUES (1790000000002, 'Later1790000000002')",
    );
    const before = await listRights();
    expect(await migrate()).toBe(
      'accounts: 0 migrations run; the database is newer than this release, rights are unchanged\n',
    );
    expect(await listRights()).toEqual(before);
  });

  it('refuses a database made before release 1.0 and changes nothing in it', async () => {
    await owner.query(
      "UPDATE migrations SET name = 'CreateUsers1690000000001' WHERE name LIKE 'CreateHistory%'",
    );
    const listMigrations = (): Promise<object[]> => owner.query('SELECT * FROM migrations ORDER BY id');
    const before = [await listMigrations(), await listRights()];
    await expect(migrate()).rejects.toThrow('made by a commit before release 1.0 and cannot be updated');
    expect([await listMigrations(), await listRights()]).toEqual(before);
  });
});
