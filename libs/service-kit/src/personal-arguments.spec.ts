import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readInputLine, readPersonalArguments } from './personal-arguments.js';

const folder = mkdtempSync(join(tmpdir(), 'desk-arguments-'));
const file = join(folder, 'email');
const input = new PassThrough();
const stdin = Object.getOwnPropertyDescriptor(process, 'stdin');

beforeAll(() => {
  writeFileSync(file, 'ann@example.com\nsecond line\n');
  Object.defineProperty(process, 'stdin', { value: input, configurable: true });
});
afterAll(() => {
  if (stdin) Object.defineProperty(process, 'stdin', stdin);
  rmSync(folder, { recursive: true });
});

it('reads lines of standard input and files in place of arguments that name a person', async () => {
  input.write('(512) 555-0142\nbea@example.com\ncyd@example.com\nyes\n');
  const flags = ['--lead-email', '--lead-phone'];
  expect(
    await readPersonalArguments(['erase', '--lead-phone', '-', '--lead-email=-', '--output', '-'], flags),
  ).toEqual(['erase', '--lead-phone', '(512) 555-0142', '--lead-email=bea@example.com', '--output', '-']);
  expect(await readPersonalArguments(['export', '--lead-email', `@${file}`], flags)).toEqual([
    ...['export', '--lead-email', 'ann@example.com'],
  ]);
  expect(await readPersonalArguments(['create', '-', '--if-missing'])).toEqual([
    ...['create', 'cyd@example.com', '--if-missing'],
  ]);
  expect(await readInputLine('Sure? ')).toBe('yes');
});

it('keeps values that are given as arguments', async () => {
  const args = ['export', '--lead-email', 'a@example.com', '--agent-id=1'];
  expect(await readPersonalArguments(args, ['--lead-email'])).toEqual(args);
});

it('reads nothing at the end of the input', async () => {
  input.end();
  expect(await readInputLine('Sure? ')).toBe('');
});
