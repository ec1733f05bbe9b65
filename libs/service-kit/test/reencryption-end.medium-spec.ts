import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testDataKey } from '@desk/testing';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { DataCipher } from '../src/encryption/data-cipher.js';
import type { HealthServer } from '../src/health/health-server.js';
import type { PeriodicTasks } from '../src/periodic-tasks.js';
import { REENCRYPTION_BATCH } from '../src/reencryption/reencryption.js';
import { ReencryptionJob } from '../src/reencryption/reencryption.job.js';
import { REPEAT_HOURS } from '../src/reencryption/reencryption-progress.js';
import type { ReencryptionTask } from '../src/reencryption/reencryption-task.js';
import { runTask } from '../src/reencryption/run-task.js';
import { after, ReencryptionFixture, taskOf } from './reencryption.fixture.js';

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

describe('the end of re-encryption', () => {
  /** More than one batch, so that a pass can be interrupted. */
  const COUNT = REENCRYPTION_BATCH + 3;

  const insertLate = (id: number) => one.query("INSERT INTO persons VALUES ($1, 'x', 'Late')", [id]);
  const letTimePass = (hours: number) =>
    one.query(`UPDATE reencryption_progress SET completed_at = completed_at - interval '${hours} hours'`);
  const convert = async (cipher = after, dataSource = one): Promise<number> =>
    (await runTask(reencryption(dataSource, cipher))).converted;
  /** Runs a pass that finds nothing, and lets it be old enough to be repeated. */
  async function completeFirstPass(): Promise<void> {
    await fill(COUNT);
    await convert();
    await letTimePass(25);
  }
  /** Whether all passes to come, whenever they are, find nothing to do. */
  async function isDone(): Promise<boolean> {
    await letTimePass(1_000);
    await insertLate(9_999);
    const converted = await convert();
    await one.query('DELETE FROM persons WHERE id = 9999');
    return converted === 0;
  }

  test('rests for a day after a pass that found nothing, and then converts what was written late', async () => {
    await fill(3);
    await convert();
    await insertLate(9);
    await letTimePass(23);
    expect((await reencryption().runBatch()).next).toBe('completed');
    await letTimePass(2);
    expect(await convert()).toBe(1);
  });

  test('comes with a second pass that finds nothing, a day after the first', async () => {
    await completeFirstPass();
    expect(await convert()).toBe(0);
    expect(await isDone()).toBe(true);
  });

  test('does not come with the first pass, however long ago it was', async () => {
    await completeFirstPass();
    expect(await isDone()).toBe(false);
  });

  test('does not come with a second pass that found a row', async () => {
    await completeFirstPass();
    await insertLate(9_000);
    expect(await convert()).toBe(1);
    await letTimePass(25);
    expect(await convert()).toBe(0);
    expect(await isDone()).toBe(true);
  });

  test('does not come with a second pass that found a row which another transaction had locked', async () => {
    await completeFirstPass();
    await insertLate(9_000);
    const runner = two.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM persons WHERE id = 9000 FOR UPDATE');
    expect(await convert()).toBe(0);
    await runner.rollbackTransaction();
    await runner.release();
    expect(await convert()).toBe(1);
  });

  test('comes although the second pass is continued by another copy', async () => {
    await completeFirstPass();
    expect((await reencryption(one).runBatch()).next).toBe('more');
    expect((await reencryption(two).runBatch()).next).toBe('completed');
    expect(await isDone()).toBe(true);
  });

  test('takes one more pass if a copy of the previous release took part in the second one', async () => {
    await completeFirstPass();
    await reencryption().runBatch();
    // What the previous release writes with each batch.
    await one.query('UPDATE reencryption_progress SET completed_at = NULL');
    expect((await reencryption().runBatch()).next).toBe('completed');
    await letTimePass(25);
    expect(await convert()).toBe(0);
    expect(await isDone()).toBe(true);
  });

  test('lasts until the first key changes, also if it changes back', async () => {
    await completeFirstPass();
    await convert();
    const next = new DataCipher(`${testDataKey('d3')},${testDataKey('d2')}`);
    expect(await convert(next)).toBe(COUNT);
    expect(await convert(new DataCipher(`${testDataKey('d2')},${testDataKey('d3')}`))).toBe(COUNT);
  });

  test('does not come while a copy with an older first key is running', async () => {
    await completeFirstPass();
    const older = new DataCipher(`${testDataKey('d1')},${testDataKey('d2')}`);
    await convert(older, two);
    await convert();
    await convert(older, two);
    await letTimePass(25);
    expect(await convert()).toBe(COUNT);
  });

  test('is undone by a restart, which waits for a batch in progress', async () => {
    await completeFirstPass();
    await convert();
    await insertLate(9_000);
    await reencryption().restart();
    const restarts: Promise<void>[] = [];
    const restarting: ReencryptionTask = {
      ...taskOf(after),
      rewrite: async (manager, row) => {
        restarts.push(reencryption(two).restart());
        await taskOf(after).rewrite(manager, row);
      },
    };
    const pass = reencryption(one, after, restarting);
    expect((await pass.runBatch()).next).toBe('more');
    await pass.runBatch();
    await Promise.all(restarts);
    expect(restarts).toHaveLength(1);
    expect(await one.query('SELECT 1 FROM reencryption_progress')).toEqual([]);
  });
});

describe('a copy that writes readable text', () => {
  interface Started {
    readonly name: string;
    readonly intervalMs: number;
    readonly run: () => Promise<unknown>;
  }

  async function startJob(cipher: DataCipher): Promise<Started> {
    const started: Started[] = [];
    const job = new ReencryptionJob(
      { start: (task: Started) => started.push(task) } as unknown as PeriodicTasks,
      one,
      cipher,
      { metrics: new Registry() } as unknown as HealthServer,
      pino({ level: 'silent' }),
      (own) => [taskOf(own)],
    );
    await job.onModuleInit();
    const [task] = started;
    if (!task || started.length > 1) throw new Error(`${started.length} tasks were started`);
    return task;
  }

  test('lets the conversion begin again when it starts and as long as it runs', async () => {
    await fill(3);
    await runTask(reencryption());
    await one.query("UPDATE reencryption_progress SET completed_at = 'infinity'");
    const { intervalMs, run } = await startJob(new DataCipher(testDataKey('d2'), false));
    await one.query("INSERT INTO persons VALUES (9, 'x', 'Readable')");
    expect((await runTask(reencryption())).converted).toBe(1);
    expect(intervalMs).toBeLessThan(REPEAT_HOURS * 3_600_000);
    await one.query("INSERT INTO persons VALUES (10, 'x', 'Readable')");
    await run();
    expect((await runTask(reencryption())).converted).toBe(1);
  });

  test('leaves the conversion to the others, which begin nothing again', async () => {
    await fill(3);
    await runTask(reencryption());
    await startJob(after);
    await one.query("INSERT INTO persons VALUES (9, 'x', 'Late')");
    expect((await runTask(reencryption())).converted).toBe(0);
  });
});
