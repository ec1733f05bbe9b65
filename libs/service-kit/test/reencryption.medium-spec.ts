import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testDataKey } from '@desk/testing';
import type { DataSource } from 'typeorm';
import { DataCipher } from '../src/encryption/data-cipher.js';
import { REENCRYPTION_BATCH } from '../src/reencryption/reencryption.js';
import type { ReencryptionTask } from '../src/reencryption/reencryption-task.js';
import { runTask } from '../src/reencryption/run-task.js';
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

const fill = (count: number) => fixture.fill(count);
const reencryption = (dataSource = one, cipher = after, task = taskOf(cipher)) =>
  fixture.open(dataSource, cipher, task);

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
const expected = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Person ${id}`, proof: { ip: `203.0.113.${id}` } }));

describe('re-encryption', () => {
  const COUNT = REENCRYPTION_BATCH * 2 + 7;

  test('converts readable rows and rows under older keys, and nothing twice', async () => {
    await fill(COUNT);
    const due = COUNT - Math.floor(COUNT / 3);
    expect(await reencryption().countDue()).toBe(due);
    expect(await runTask(reencryption())).toEqual({ converted: due, failures: [] });
    expect(await reencryption().countDue()).toBe(0);
    expect(await readWithNewest()).toEqual(expected(COUNT));

    const stored = await readStored();
    await one.query('TRUNCATE reencryption_progress');
    expect(await runTask(reencryption())).toEqual({ converted: 0, failures: [] });
    expect(await readStored()).toEqual(stored);
  });

  test('continues where a killed process stopped', async () => {
    await fill(COUNT);
    await reencryption().runBatch();
    const failing: ReencryptionTask = {
      ...taskOf(after),
      // Like a lost connection: the statement fails, and with it the batch.
      rewrite: (manager) => manager.query('SELECT 1 / 0'),
    };
    await expect(reencryption(one, after, failing).runBatch()).rejects.toThrow('division by zero');
    const [progress] = await one.query<{ visited: string[] }[]>('SELECT visited FROM reencryption_progress');
    expect(progress?.visited).toEqual([String(REENCRYPTION_BATCH - 1), 'x']);
    await runTask(reencryption(two));
    expect(await readWithNewest()).toEqual(expected(COUNT));
  });

  test('skips a row in use, keeps what its transaction wrote, and converts it in a later pass', async () => {
    await fill(3);
    const runner = two.createQueryRunner();
    await runner.startTransaction();
    await runner.query("UPDATE persons SET name = 'Edited' WHERE id = 0");
    expect((await runTask(reencryption())).converted).toBe(1);
    await runner.commitTransaction();
    await runner.release();
    expect((await runTask(reencryption())).converted).toBe(1);
    expect((await readWithNewest())[0]?.name).toBe('Edited');
  });

  test('leaves removed texts, empty ones and nulls alone', async () => {
    await one.query("INSERT INTO persons VALUES (1, 'x', 'Removed', NULL), (2, 'x', '', NULL)");
    expect(await runTask(reencryption())).toEqual({ converted: 0, failures: [] });
  });

  test('reports a row of an unknown key and converts the others', async () => {
    await fill(3);
    await one.query('UPDATE persons SET name = $1 WHERE id = 0', [
      new DataCipher(testDataKey('lost')).encrypt('Ann', 'any'),
    ]);
    const { converted, failures } = await runTask(reencryption());
    expect(converted).toBe(1);
    expect(failures[0]).toMatchObject({ key: '0 x', error: new Error("no data key with id 'lost'") });
    expect(await reencryption().countDue()).toBe(1);
  });

  test('is shared by copies without handling a row twice', async () => {
    await fill(COUNT);
    const runs = await Promise.all([runTask(reencryption(one)), runTask(reencryption(two))]);
    await runTask(reencryption());
    expect(runs.reduce((sum, { converted }) => sum + converted, 0)).toBeLessThanOrEqual(COUNT);
    expect(await readWithNewest()).toEqual(expected(COUNT));
  });

  test('gives up a batch rather than make another transaction wait', async () => {
    await fill(1);
    const runner = two.createQueryRunner();
    await runner.startTransaction();
    await runner.query("INSERT INTO persons VALUES (5, 'y', '')");
    const blocked: ReencryptionTask = {
      ...taskOf(after),
      rewrite: (manager) => manager.query("INSERT INTO persons VALUES (5, 'y', '')"),
    };
    expect(await reencryption(one, after, blocked).runBatch()).toEqual({
      converted: 0,
      next: 'more',
      failures: [],
    });
    await runner.rollbackTransaction();
    await runner.release();
  });
});
