import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const source = join(import.meta.dirname, 'crash-points.ts');
const program = `
  import { crashPoint } from ${JSON.stringify(source)};
  crashPoint('billing.other');
  crashPoint('billing.charge-in-flight');
  console.log('alive');
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
const alive = { signal: null, stdout: 'alive' };

describe('crashPoint', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-crash-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const arm = (content = ''): void => writeFileSync(join(folder, 'billing.charge-in-flight'), content);

  it('does nothing without CHAOS_DIR, in production, or when not armed', () => {
    expect(run({ CHAOS_DIR: folder })).toEqual(alive);
    arm();
    expect(run({})).toEqual(alive);
    expect(run({ CHAOS_DIR: folder, NODE_ENV: 'production' })).toEqual(alive);
    expect(readdirSync(folder)).toEqual(['billing.charge-in-flight']);
  });

  it('kills the process once per file', () => {
    arm();
    expect(run({ CHAOS_DIR: folder })).toEqual({ signal: 'SIGKILL', stdout: '' });
    expect(readdirSync(folder)).toEqual(['billing.charge-in-flight.hit']);
    expect(run({ CHAOS_DIR: folder })).toEqual(alive);
    arm();
    expect(run({ CHAOS_DIR: folder }).signal).toBe('SIGKILL');
  });

  it('freezes the process if the file says so', async () => {
    arm('SIGSTOP');
    const child = spawnProgram({ CHAOS_DIR: folder });
    const hitFile = join(folder, 'billing.charge-in-flight.hit');
    while (!existsSync(hitFile) || readFileSync(hitFile, 'utf8') !== String(child.pid)) await pause(20);
    const printed = text(child.stdout);
    // It freezes itself after it has written the file, perhaps after the first of these signals.
    while (child.exitCode === null) {
      child.kill('SIGCONT');
      await pause(20);
    }
    await expect(printed).resolves.toBe('alive\n');
  });
});
