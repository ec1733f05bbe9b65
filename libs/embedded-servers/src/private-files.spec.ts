import { closeSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPrivateFolder, createPrivateLog, createStateFolder, openPrivateLog } from './private-files.js';

const isRoot = process.getuid?.() === 0;
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

let folder: string;
let previousUmask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-private-'));
  previousUmask = process.umask(0);
});
afterEach(() => {
  process.umask(previousUmask);
  rmSync(folder, { recursive: true });
});

describe('private files', () => {
  it('cannot be read by others', () => {
    createPrivateFolder(join(folder, 'run'));
    createPrivateLog(join(folder, 'migrate.log'));
    closeSync(openPrivateLog(join(folder, 'billing.log')));
    expect(modeOf(join(folder, 'run'))).toBe('700');
    expect(modeOf(join(folder, 'migrate.log'))).toBe('600');
    expect(modeOf(join(folder, 'billing.log'))).toBe('600');
  });

  it('take away the rights that others had', () => {
    mkdirSync(join(folder, 'logs'), { mode: 0o755 });
    writeFileSync(join(folder, 'billing.log'), 'x', { mode: 0o644 });
    createPrivateFolder(join(folder, 'logs'));
    closeSync(openPrivateLog(join(folder, 'billing.log')));
    expect(modeOf(join(folder, 'logs'))).toBe('700');
    expect(modeOf(join(folder, 'billing.log'))).toBe('600');
  });
});

describe('createStateFolder', () => {
  it('prevents others from listing it, and as root lets the PostgreSQL user pass through', () => {
    createStateFolder(join(folder, 'state'));
    expect(modeOf(join(folder, 'state'))).toBe(isRoot ? '711' : '700');
  });

  it('does not change an existing folder, which may be shared', () => {
    mkdirSync(join(folder, 'shared'), { mode: 0o777 });
    createStateFolder(join(folder, 'shared'));
    expect(modeOf(join(folder, 'shared'))).toBe('777');
  });
});
