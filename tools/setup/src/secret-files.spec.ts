import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assertIgnored } from './secret-files.js';

describe('assertIgnored', () => {
  let folder: string;
  let repository: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-ignored-'));
    repository = join(folder, 'repository');
    execFileSync('git', ['init', '--quiet', repository]);
    writeFileSync(join(repository, '.gitignore'), '.env.*\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('accepts a file that Git ignores', () => {
    expect(() => assertIgnored(join(repository, '.env.production'))).not.toThrow();
  });

  it('refuses a file that could be committed', () => {
    expect(() => assertIgnored(join(repository, 'secrets.txt'))).toThrow('could be committed');
  });

  it('accepts any file outside of a repository', () => {
    expect(() => assertIgnored(join(folder, 'secrets.txt'))).not.toThrow();
  });
});
