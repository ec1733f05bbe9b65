import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { createTemporaryStateDir } from '@desk/tool-start';
import { PROVIDER_INVARIANT } from '@desk/tool-verify';
import { RestartableSystem } from './restartable-system.js';

const KEY = `b1:${randomBytes(32).toString('base64')}`;
const program = (name: string): string => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));

interface Outcome {
  readonly code: number;
  readonly output: string;
}

const stateDir = createTemporaryStateDir('backup');
const backups = join(stateDir, 'backups');
let system: RestartableSystem;

const run = (name: 'backup' | 'restore', args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<Outcome>((resolve) => {
    execFile(
      process.execPath,
      [program(name), ...args],
      { env: { PATH: process.env.PATH, BACKUP_KEYS: KEY, ...system.env, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

/** The one backup that is kept. */
const backupFile = (): string => join(backups, readdirSync(backups)[0] ?? '');

beforeAll(async () => {
  system = await RestartableSystem.start(stateDir);
});
afterAll(async () => {
  await system.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

describe('backup, more sales, and restore', () => {
  let soldBefore: string;
  let waiting: string;
  let soldAfter: string;
  let paidBefore: readonly string[];

  it('writes a backup while the system runs, and keeps the newest ones', async () => {
    soldBefore = await system.sell();
    await system.pauseAgents();
    waiting = await system.post();
    await system.drain();
    for (let count = 0; count < 2; count += 1) {
      const { code, output } = await run('backup', ['--keep', '1'], {
        BACKUP_DATABASE_URL: system.verifyUrl,
        BACKUP_DIR: backups,
      });
      expect(output).toContain('read back and complete');
      expect(code).toBe(0);
      expect(readdirSync(backups)).toEqual([expect.stringMatching(/^annuity-desk-\d{8}T\d{6}Z\.backup$/)]);
    }
  });

  it('refuses to restore into a database in use', async () => {
    const target = {
      DATABASE_URL: system.adminUrl,
      DATABASE_PASSWORDS: JSON.stringify(system.databasePasswords),
    };
    const { code, output } = await run('restore', [backupFile(), '--without-provider'], target);
    expect(output).toContain('The database is not empty, and nothing was changed.');
    expect(code).toBe(1);
    const { output: queue } = await run('restore', [backupFile()], { ...target, REDIS_URL: system.redisUrl });
    expect(queue).toContain('Redis still contains messages');
  });

  it('says why the migrations failed even if it cannot empty the database afterwards', async () => {
    const url = new URL(system.verifyUrl);
    url.pathname = '/missing';
    const { code, output } = await run('restore', [backupFile(), '--without-provider'], {
      DATABASE_URL: url.href,
      DATABASE_PASSWORDS: JSON.stringify(system.databasePasswords),
    });
    expect(output).toContain('permission denied to create database');
    expect(output).toContain('The database could not be emptied');
    expect(code).toBe(1);
  });

  it('loses the database after more sales', async () => {
    await system.resumeAgents();
    await eventually(async () => (await system.getStatus(waiting)) === 'sold', { timeoutMs: 120_000 });
    soldAfter = await system.sell();
    paidBefore = await system.listPaidLeads();
    expect([...paidBefore].sort()).toEqual([soldBefore, waiting, soldAfter].sort());
    await system.stop();
    rmSync(join(stateDir, 'postgres'), { recursive: true });
  });

  it('changes nothing with a wrong key or a damaged file', async () => {
    const file = backupFile();
    const damaged = join(backups, 'damaged');
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
    writeFileSync(damaged, bytes);
    const wrongKey = { BACKUP_KEYS: `b1:${randomBytes(32).toString('base64')}` };
    expect((await run('restore', [file], wrongKey)).output).toContain(
      'is not the one that this backup was made with',
    );
    const { code, output } = await run('restore', [damaged]);
    expect(output).toContain('The backup is damaged or was changed');
    expect(code).toBe(1);
    rmSync(damaged);
  });

  it('restores into an empty database and lists the payments that it lacks', async () => {
    const { code, output } = await run('restore', [backupFile()]);
    expect(output).toContain('2 payments at the card provider have no purchase here');
    expect(output).toMatch(
      new RegExp(`1 for leads that came after[^\\n]*\\n    pi_\\w+ {2}lead ${soldAfter}`),
    );
    expect(output).toMatch(new RegExp(`1 for leads that waited[^\\n]*\\n    pi_\\w+ {2}lead ${waiting}`));
    expect(output).toContain('✓ sold-once');
    expect(code).toBe(0);
  });

  it('continues to sell, charges nobody twice, and finds the payments that the restored system lacks', async () => {
    await system.restart();
    // Settings are those of the backup, too: the agents had paused.
    await system.resumeAgents();
    const soldNow = await system.sell();
    await system.drain();
    expect(await system.getStatus(soldBefore)).toBe('sold');
    expect(await system.getStatus(waiting)).toBe('expired');
    expect([...(await system.listPaidLeads())].sort()).toEqual([...paidBefore, soldNow].sort());
    // An event of the provider may come after the rest is finished.
    const broken = await eventually(async () => {
      const found = (await system.verify()).filter(({ violations }) => violations && violations.length > 0);
      return found.every(({ name }) => name !== 'nothing-stuck') && found;
    });
    expect(broken.map(({ name }) => name)).toEqual([PROVIDER_INVARIANT.name]);
    expect(broken[0]?.violations).toHaveLength(2);
    for (const violation of broken[0]?.violations ?? [])
      expect(violation).toMatchObject({ fault: 'paid at the provider, but not in our database' });
  });

  it('reports them to the operator who reconciles', async () => {
    const { code, output } = await system.reconcile();
    expect(code).toBe(1);
    expect(output).toContain('2 open differences.');
    expect(output.match(/open +payment +missing-here +pi_\w+ +nothing +succeeded, 8000 cents/g)).toHaveLength(
      2,
    );
  });
});
