import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testDataKey } from '@desk/testing';
import type { DataSource } from 'typeorm';
import { DataCipher } from '../src/encryption/data-cipher.js';
import { countDue, reencryptTable, type ReencryptionTask } from '../src/reencryption/reencrypt-table.js';
import { reencryptAll } from '../src/reencryption/reencryption-command.js';
import { after, nameOf, proofOf, ReencryptionFixture, taskOf } from './reencryption.fixture.js';

let fixture: ReencryptionFixture;
let one: DataSource;
let two: DataSource;

beforeAll(async () => {
  fixture = await ReencryptionFixture.create();
  ({ one, two } = fixture);
});
afterAll(() => fixture.drop());
beforeEach(() => fixture.clear());

const run = (dataSource = one, task: ReencryptionTask = taskOf(after)) =>
  reencryptTable(dataSource, after.currentKeyId, task);
const count = () => countDue(one, after.currentKeyId, taskOf(after));

interface Person {
  readonly id: string;
  readonly name: string;
  readonly proof: object | string | null;
}
const readStored = () => one.query<Person[]>('SELECT * FROM persons ORDER BY id');
/** Without the older key. */
const readWithNewest = async () => {
  const newest = new DataCipher(testDataKey('d2'));
  return (await readStored()).map((row) => ({
    id: Number(row.id),
    name: newest.decrypt(row.name, nameOf({ ...row })),
    proof: row.proof && newest.decryptJson(row.proof, proofOf({ ...row })),
  }));
};
const expected = (rows: number) =>
  Array.from({ length: rows }, (_, id) => ({ id, name: `Person ${id}`, proof: { ip: `203.0.113.${id}` } }));

/** More than two batches. */
const ROWS = 411;

describe('re-encryption', () => {
  test('converts rows under older keys, and nothing twice', async () => {
    await fixture.fill(ROWS);
    expect(await count()).toBe(206);
    expect(await run()).toEqual([]);
    expect(await count()).toBe(0);
    expect(await readWithNewest()).toEqual(expected(ROWS));

    const stored = await readStored();
    expect(await run()).toEqual([]);
    expect(await readStored()).toEqual(stored);
  });

  test('keeps what a failed run has converted, and continues', async () => {
    await fixture.fill(ROWS);
    const task = taskOf(after);
    let rewritten = 0;
    const failing: ReencryptionTask = {
      ...task,
      // Like a lost connection: the statement fails, and with it the batch.
      rewrite: (manager, row) =>
        (rewritten += 1) > 200 ? manager.query('SELECT 1 / 0') : task.rewrite(manager, row),
    };
    await expect(run(one, failing)).rejects.toThrow('division by zero');
    expect(await count()).toBe(6);
    await run();
    expect(await readWithNewest()).toEqual(expected(ROWS));
  });

  test('skips a row in use, keeps what its transaction wrote, and converts it in a later run', async () => {
    await fixture.fill(3);
    const runner = two.createQueryRunner();
    await runner.startTransaction();
    await runner.query("UPDATE persons SET name = 'Edited' WHERE id = 0");
    await run();
    expect(await count()).toBe(1);
    await runner.commitTransaction();
    await runner.release();
    await run();
    expect((await readWithNewest())[0]?.name).toBe('Edited');
  });

  test('leaves removed texts, empty ones and nulls alone', async () => {
    await one.query("INSERT INTO persons VALUES (1, 'x', 'Removed', NULL), (2, 'x', '', NULL)");
    const stored = await readStored();
    expect(await run()).toEqual([]);
    expect(await readStored()).toEqual(stored);
  });

  test('encrypts an object that is stored in plain text', async () => {
    await one.query(`INSERT INTO persons VALUES (0, 'x', '', '{"ip": "203.0.113.0"}')`);
    expect(await count()).toBe(1);
    expect(await run()).toEqual([]);
    expect(await count()).toBe(0);
    expect((await readStored())[0]?.proof).toEqual(expect.stringMatching(/^enc:d2:/));
    expect(await readWithNewest()).toEqual([{ id: 0, name: '', proof: { ip: '203.0.113.0' } }]);
  });

  test('reads a table for longer than other statements may take', async () => {
    await fixture.fill(1);
    const limited = await fixture.openLimited(500);
    const task = { ...taskOf(after), isDue: "$1 = (SELECT 'none' FROM pg_sleep(0.7))" };
    expect(await run(limited, task)).toEqual([]);
    expect(await countDue(limited, after.currentKeyId, task)).toBe(0);
    await expect(limited.query('SELECT pg_sleep(0.7)')).rejects.toThrow('statement timeout');
    await limited.destroy();
  });

  test('reports a row of an unknown key and converts the others', async () => {
    await fixture.fill(3);
    await one.query('UPDATE persons SET name = $1 WHERE id = 0', [
      new DataCipher(testDataKey('lost')).encrypt('Ann', 'any'),
    ]);
    expect(await run()).toEqual([{ key: '0 x', error: new Error("no data key with id 'lost'") }]);
    expect(await count()).toBe(1);
  });

  test('may run twice at the same time', async () => {
    await fixture.fill(ROWS);
    await Promise.all([run(one), run(two)]);
    await run();
    expect(await readWithNewest()).toEqual(expected(ROWS));
  });

  test('gives up a batch rather than make another transaction wait', async () => {
    await fixture.fill(1);
    const runner = two.createQueryRunner();
    await runner.startTransaction();
    await runner.query("INSERT INTO persons VALUES (5, 'y', '')");
    const blocked: ReencryptionTask = {
      ...taskOf(after),
      rewrite: (manager) => manager.query("INSERT INTO persons VALUES (5, 'y', '')"),
    };
    expect(await run(one, blocked)).toEqual([]);
    expect(await count()).toBe(1);
    await runner.rollbackTransaction();
    await runner.release();
  });

  test('prints when older keys may be removed, once no row is left', async () => {
    await fixture.fill(2);
    const lines: string[] = [];
    const runAll = () =>
      reencryptAll(
        one,
        after,
        () => [taskOf(after)],
        (line) => lines.push(line),
      );
    const runner = two.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM persons FOR UPDATE');
    expect(await runAll()).toBe(1);
    expect(lines.splice(0)).toEqual([
      'persons: 1 rows left',
      '1 rows left: they are in use, could not be converted (see above), ' +
        'or copies write with another first key. Run this again.',
    ]);
    await runner.rollbackTransaction();
    await runner.release();
    expect(await runAll()).toBe(0);
    expect(lines).toEqual([
      'persons: converted',
      'every row is converted to d2. Remove d1 from DATA_KEYS 30 days after d2 became the first key.',
    ]);
  });
});
