import { expect, test } from '@jest/globals';
import { DataCipher } from '../encryption/data-cipher.js';
import { convertAll } from './reencryption-command.js';
import type { ReencryptionTask } from './reencryption-task.js';

const key = (id: string): string => `${id}:${Buffer.alloc(32, 1).toString('base64')}`;
const cipher = new DataCipher(`${key('d2')},${key('d1')}`);
const task: ReencryptionTask = {
  table: 'leads',
  key: [],
  columns: [],
  isDue: '',
  rewrite: () => Promise.resolve(),
};

/** The counts of due rows, in the order of the questions. */
function run(...counts: number[]) {
  const lines: string[] = [];
  const open = () => ({
    countDue: () => Promise.resolve(counts.shift() ?? 0),
    restart: () => Promise.resolve(),
    runBatch: () => Promise.resolve({ converted: 0, next: 'completed' as const, failures: [] }),
  });
  const left = convertAll(
    cipher,
    () => [task],
    open,
    (line) => lines.push(line),
  );
  return left.then((rows) => ({ rows, lines }));
}

test('says which keys may be removed once nothing is left', async () => {
  const { rows, lines } = await run(7, 0);
  expect(rows).toBe(0);
  expect(lines).toEqual([
    'leads: 7 rows to convert to the key d2',
    'leads: converted',
    'nothing is left that needs another key than d2. d1 may be removed from DATA_KEYS.',
  ]);
});

test('never says so while rows are left', async () => {
  const { rows, lines } = await run(7, 2);
  expect(rows).toBe(2);
  expect(lines.join('\n')).toContain('2 rows left');
  expect(lines.join('\n')).not.toContain('may be removed');
});
