import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const source = join(import.meta.dirname, 'crash-points.ts');
const program = `
  import { crashPoint } from ${JSON.stringify(source)};
  crashPoint('billing.other');
  crashPoint('billing.charge-in-flight');
  console.log('alive');
`;

/** A process of its own, since a hit kills it. */
const run = (env: NodeJS.ProcessEnv) => {
  const { CHAOS_DIR: _ours, NODE_ENV: _test, ...rest } = process.env;
  const { signal, stdout } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '--eval', program],
    {
      env: { ...rest, NODE_OPTIONS: '', ...env },
      encoding: 'utf8',
    },
  );
  return { signal, stdout: stdout.trim() };
};
const alive = { signal: null, stdout: 'alive' };

describe('crashPoint', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-crash-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const arm = (): void => writeFileSync(join(folder, 'billing.charge-in-flight'), '');

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
});
