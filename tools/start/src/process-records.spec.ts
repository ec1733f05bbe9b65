import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { stopOrphanedProcesses } from './process-records.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-records-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a record that was cut off does not keep the system from starting', async () => {
  mkdirSync(join(folder, 'run'));
  writeFileSync(join(folder, 'run', 'billing.json'), '{"pid":');
  await stopOrphanedProcesses(folder);
  expect(existsSync(join(folder, 'run'))).toBe(false);
});
