import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { finishRotation, rotateKeys } from '@desk/tool-setup';
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
    expect(secrets.messageKey).toBeUndefined();
    expect(secrets.jwtSecret).toBeUndefined();
  });

  it('keep the keys of the previous release until a rotation is finished', () => {
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ messageKey: 'old', jwtSecret: 'older' }));
    const updated = loadSecrets(folder);
    expect(updated).toMatchObject({ messageKey: 'old', jwtSecret: 'older' });
    saveSecrets(folder, finishRotation(updated));
    expect(loadSecrets(folder).rootKeys).toBe(updated.rootKeys);
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toMatch(/messageKey|jwtSecret/);
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
