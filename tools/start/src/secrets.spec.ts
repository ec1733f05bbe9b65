import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rotateKeys } from '@desk/tool-setup';
import { loadSecrets, saveSecrets } from './secrets.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('secrets', () => {
  it('are generated once, for their owner alone', () => {
    const secrets = loadSecrets(folder);
    expect(loadSecrets(folder)).toEqual(secrets);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('change nothing but the keys when they rotate', () => {
    const before = loadSecrets(folder);
    saveSecrets(folder, { ...before, ...rotateKeys(before) });
    const { rootKeys, jwtKeys, ...after } = loadSecrets(folder);
    expect(rootKeys).toContain(before.rootKeys);
    expect(jwtKeys).toContain(before.jwtKeys);
    expect({ ...after, rootKeys: '', jwtKeys: '' }).toEqual({ ...before, rootKeys: '', jwtKeys: '' });
  });
});
