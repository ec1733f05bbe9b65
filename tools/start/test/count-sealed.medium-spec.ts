import { execFile } from 'node:child_process';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createOutboxTables } from '@desk/outbox';
import { serviceNames } from '@desk/contracts';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import pg from 'pg';
import { countSealedWithOther } from '../src/count-sealed.js';
import { loadSecrets } from '../src/secrets.js';
import { createTemporaryStateDir } from '../src/temporary-state.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of serviceNames) await asOwner(name, createOutboxTables);
  await asOwner('notifier', 'CREATE TABLE account_mails (status text, content jsonb)');
});
afterAll(() => database.drop());

async function asOwner(name: (typeof serviceNames)[number], sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.services[name].ownerUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
const count = (): Promise<number> => countSealedWithOther(database.adminUrl, 'r2');
const addMessage = (name: (typeof serviceNames)[number], id: string, sealed: string): Promise<void> =>
  asOwner(name, `INSERT INTO outbox VALUES ('${id}', 'billing.events', 'x.y', '${sealed}', now())`);
const addMail = (status: string, content: string): Promise<void> =>
  asOwner('notifier', `INSERT INTO account_mails VALUES ('${status}', '${content}')`);

const program = fileURLToPath(new URL('../dist/keys.js', import.meta.url));

it('keys are removed only after a restart with the newest ones, and no other secret changes', async () => {
  const stateDir = createTemporaryStateDir('keys');
  const system = join(stateDir, 'system.json');
  const run = (command: string): Promise<string> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, DESK_STATE_DIR: stateDir, NODE_ENV: 'test' };
      execFile(process.execPath, [program, command], { env }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
  const restart = (at: Date): void => {
    const saved = { mode: { usesSandbox: true }, urls: { database: database.adminUrl } };
    writeFileSync(system, JSON.stringify(saved));
    utimesSync(system, at, at);
  };
  try {
    const { rootKeys, jwtKeys, ...others } = loadSecrets(stateDir);
    restart(new Date(0));
    expect(await run('rotate')).toContain('New keys are stored.');
    expect(await run('finish')).toContain('restart with `npm start` first');
    expect(loadSecrets(stateDir).rootKeys).toContain(rootKeys);
    restart(new Date(Date.now() + 60_000));
    expect(await run('finish')).toContain('Older keys are removed.');
    const after = loadSecrets(stateDir);
    expect(after).toMatchObject(others);
    expect(after.rootKeys).not.toContain(rootKeys);
    expect(after.jwtKeys).not.toContain(jwtKeys);
  } finally {
    rmSync(stateDir, { recursive: true });
  }
});

it('counts what is sealed with older keys, in every outbox and in unsent emails', async () => {
  expect(await count()).toBe(0);
  await addMessage('billing', 'one', 'r2/billing.abc');
  await addMail('queued', '{"sealedLink": "r2/notifier.abc"}');
  await addMail('queued', '{"sealedLink": null}');
  await addMail('queued', '{"subject": "card-declined"}');
  await addMail('sent', '{"sealedLink": "r1/notifier.abc"}');
  expect(await count()).toBe(0);

  for (const [index, name] of serviceNames.entries()) {
    await addMessage(name, 'old', 'r1/x.abc');
    expect(await count()).toBe(index + 1);
  }
  await addMessage('accounts', 'shared', 'k1.abc');
  await addMessage('accounts', 'similar', 'r22/x.abc');
  await addMail('queued', '{"sealedLink": "k1.abc"}');
  expect(await count()).toBe(serviceNames.length + 3);
});
