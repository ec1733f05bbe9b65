import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const source = join(import.meta.dirname, 'crash-points.ts');
const program = `
  import { crashPoint, passCommit, passCrashPoints, runAsWork } from ${JSON.stringify(source)};
  crashPoint('billing', 'outside-of-any-work');
  await runAsWork('charge offer', async () => {
    crashPoint('billing', 'received');
    await passCommit('billing', async () => console.log('nothing committed'), async () => false);
    await passCommit('billing', async () => console.log('committed'), async () => true);
    await passCrashPoints('billing', 'POST /v1/refunds', async () => console.log('answered'));
  });
`;

const ARGUMENTS = ['--no-warnings', '--input-type=module', '--eval', program];

const toEnv = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const { CHAOS_DIR: _ours, NODE_ENV: _test, ...rest } = process.env;
  return { ...rest, NODE_OPTIONS: '', ...env };
};

/** A process of its own, since a hit kills it. */
const run = (env: NodeJS.ProcessEnv) => {
  const { signal, stdout } = spawnSync(process.execPath, ARGUMENTS, { env: toEnv(env), encoding: 'utf8' });
  return { signal, stdout: stdout.trim() };
};
const spawnProgram = (env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, ARGUMENTS, { env: toEnv(env), stdio: ['ignore', 'pipe', 'inherit'] });
const printed = ['nothing committed', 'committed', 'answered'];
const survived = { signal: null, stdout: printed.join('\n') };

describe('crash points', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-crash-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const fileOf = (moment: string): string => join(folder, `billing:charge-offer:${moment}`);
  const arm = (moment = 'received', content = ''): void => writeFileSync(fileOf(moment), content);

  it('do nothing without CHAOS_DIR, in production, or when not armed', () => {
    expect(run({ CHAOS_DIR: folder })).toEqual(survived);
    arm();
    expect(run({})).toEqual(survived);
    expect(run({ CHAOS_DIR: folder, NODE_ENV: 'production' })).toEqual(survived);
    expect(readdirSync(folder)).toEqual(['billing:charge-offer:received']);
  });

  it('kill the process once per file', () => {
    arm();
    expect(run({ CHAOS_DIR: folder })).toEqual({ signal: 'SIGKILL', stdout: '' });
    expect(readdirSync(folder)).toEqual(['billing:charge-offer:received.hit']);
    expect(run({ CHAOS_DIR: folder })).toEqual(survived);
    arm();
    expect(run({ CHAOS_DIR: folder }).signal).toBe('SIGKILL');
  });

  it.each([
    ['before-commit-1', 1],
    ['during-commit-1', 2],
    ['after-commit-1', 2],
    ['before-POST-v1-refunds', 2],
    ['during-POST-v1-refunds', 3],
    ['after-POST-v1-refunds', 3],
  ])('are passed by commits that change something, and by calls: %s', (moment, lines) => {
    arm(moment);
    expect(run({ CHAOS_DIR: folder })).toEqual({
      signal: 'SIGKILL',
      stdout: printed.slice(0, lines).join('\n'),
    });
  });

  it('freeze the process if the file says so', async () => {
    arm('received', 'SIGSTOP');
    const child = spawnProgram({ CHAOS_DIR: folder });
    const hitFile = `${fileOf('received')}.hit`;
    while (!existsSync(hitFile) || readFileSync(hitFile, 'utf8') !== String(child.pid)) await pause(20);
    const output = text(child.stdout);
    // It freezes itself after it has written the file, perhaps after the first of these signals.
    while (child.exitCode === null) {
      child.kill('SIGCONT');
      await pause(20);
    }
    await expect(output).resolves.toBe(`${printed.join('\n')}\n`);
  });
});
