import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hasOlderKeys } from './running-system.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-system-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, minute: number): void {
  writeFileSync(join(folder, name), '{}');
  const time = new Date(2026, 0, 1, 0, minute);
  utimesSync(join(folder, name), time, time);
}

test('a system has older keys if they were changed after its start, or it was never started', () => {
  write('secrets.json', 1);
  expect(hasOlderKeys(folder)).toBe(true);
  write('system.json', 2);
  expect(hasOlderKeys(folder)).toBe(false);
  write('secrets.json', 3);
  expect(hasOlderKeys(folder)).toBe(true);
});
