import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { startPostgres } from '@desk/embedded-servers';
import { createDataSource, toClientConfig, type TlsMode } from '@desk/service-kit';
import { type Certificate, createCertificate, eventually, trustCertificate } from '@desk/testing';
import pg from 'pg';

let server: Awaited<ReturnType<typeof startPostgres>>;
let certificate: Certificate;
const folder = mkdtempSync(join(tmpdir(), 'desk-tls-'));
let distrust: () => void = () => undefined;

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Has the running server offer TLS with this certificate. */
async function offerTls({ key, cert }: Certificate): Promise<void> {
  await asAdmin(async (client) => {
    const { rows } = await client.query<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    );
    const dataFolder = rows[0]?.folder ?? '';
    const owner = statSync(dataFolder);
    for (const [name, text] of [
      ['server.key', key],
      ['server.crt', cert],
    ] as const) {
      writeFileSync(join(dataFolder, name), text, { mode: 0o600 });
      chownSync(join(dataFolder, name), owner.uid, owner.gid);
    }
    await client.query('ALTER SYSTEM SET ssl = on');
    await client.query('SELECT pg_reload_conf()');
  });
  await eventually(() =>
    asAdmin(async (client) => (await client.query<{ ssl: string }>('SHOW ssl')).rows[0]?.ssl === 'on'),
  );
}

/** Whether a service's connection is encrypted. */
async function connect(url: string, tls: TlsMode): Promise<boolean | undefined> {
  const dataSource = createDataSource({ url, tls, schema: 'public', entities: [], poolSize: 4 });
  await dataSource.initialize();
  try {
    const rows: { ssl: boolean }[] = await dataSource.query(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return rows[0]?.ssl;
  } finally {
    await dataSource.destroy();
  }
}

beforeAll(async () => {
  server = await startPostgres({ dataDir: folder });
  certificate = await createCertificate();
});
afterEach(() => distrust());
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('refuses a server without TLS when it is required', async () => {
  await expect(connect(server.url, 'required')).rejects.toThrow('does not support SSL');
  expect(await connect(server.url, 'off')).toBe(false);
});

it('refuses a certificate that it does not trust', async () => {
  await offerTls(certificate);
  await expect(connect(server.url, 'required')).rejects.toThrow('self-signed certificate');
});

it.each(['', '?sslmode=disable', '?sslmode=no-verify', '?ssl=0', '?sslmode=require&uselibpqcompat=true'])(
  'cannot be weakened by the URL: %s',
  async (parameters) => {
    await expect(connect(`${server.url}${parameters}`, 'required')).rejects.toThrow(
      'self-signed certificate',
    );
    distrust = trustCertificate(certificate);
    expect(await connect(`${server.url}${parameters}`, 'required')).toBe(true);
  },
);

it('trusts the authority that the URL names', async () => {
  const file = join(folder, 'ca.crt');
  writeFileSync(file, certificate.cert);
  expect(await connect(`${server.url}?sslrootcert=${file}`, 'required')).toBe(true);
});

it('applies to the tools that prepare the database', async () => {
  distrust = trustCertificate(certificate);
  const before = process.env['DATABASE_TLS'];
  process.env['DATABASE_TLS'] = 'required';
  const client = new pg.Client(toClientConfig(server.url));
  await client.connect();
  const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
  await client.end();
  if (before === undefined) delete process.env['DATABASE_TLS'];
  else process.env['DATABASE_TLS'] = before;
  expect(rows).toEqual([{ ssl: true }]);
});

it('refuses the certificate of another server', async () => {
  const other = await createCertificate('db.example');
  distrust = trustCertificate(other);
  await offerTls(other);
  await eventually(async () => {
    await expect(connect(server.url, 'required')).rejects.toThrow(/IP: 127\.0\.0\.1 is not|altnames/);
  });
});
