import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runMigrations } from './stack.js';

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'desk-checkout-'));
});
afterEach(() => rmSync(checkout, { recursive: true }));

test('migrations run in the same mode as the services, so that they encrypt their connections', async () => {
  mkdirSync(join(checkout, 'tools/migrate/dist'), { recursive: true });
  writeFileSync(join(checkout, 'tools/migrate/dist/main.js'), 'console.log(process.env.NODE_ENV)');
  const log = join(checkout, 'migrate.log');
  await runMigrations('postgres://db.example/desk', {}, log, 'production', checkout);
  expect(readFileSync(log, 'utf8')).toBe('production\n');
});
