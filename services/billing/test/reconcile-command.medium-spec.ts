import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { ReconciliationHelper } from './reconciliation.harness.js';
import { RefundHelper } from './refund-helper.js';

const COMMAND = join(import.meta.dirname, '../dist/cli/reconcile-cli.js');

interface Outcome {
  readonly code: number;
  readonly output: string;
}

const run = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [COMMAND, ...args],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

describe('npm run reconcile', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    billing = await BillingHarness.start({ RECONCILIATION_MIN_AGE_SECONDS: '1' });
  });
  afterAll(() => billing.stop());

  const reconcile = (...args: string[]) => run({ DATABASE_URL: billing.env['DATABASE_URL'] }, ...args);

  it('ends with 0 without differences, with 1 while one is open, and with 0 once it is acknowledged', async () => {
    const sale = await new RefundHelper(billing).sell();
    const reconciliation = new ReconciliationHelper(billing);
    await reconciliation.compare();
    expect(await reconcile()).toMatchObject({
      code: 0,
      output: expect.stringContaining('No open differences.'),
    });

    await billing.pool.query('UPDATE purchases SET amount = 79 WHERE id = $1', [sale.purchaseId]);
    await reconciliation.compare();
    const found = await reconcile('--hours', '24');
    expect(found.code).toBe(1);
    expect(found.output).toContain('1 open difference.');
    expect(found.output).toContain(sale.intentId);
    expect(found.output).toContain('7900 cents');

    await billing.pool.query(
      `UPDATE reconciliation_differences
          SET state = 'acknowledged', acknowledged_at = now(), acknowledged_by = gen_random_uuid(), note = 'Known.'`,
    );
    expect(await reconcile()).toMatchObject({ code: 0 });
  });

  it('ends with 2 for unknown arguments and without a database', async () => {
    expect(await reconcile('--hours', 'many')).toMatchObject({
      code: 2,
      output: expect.stringContaining('Usage:'),
    });
    expect((await run({})).code).toBe(2);
  });

  it('ends with 2 if no copy of billing compares in time', async () => {
    await billing.pool.query(
      `INSERT INTO reconciliation_runs (id, trigger, leased_until)
       VALUES (gen_random_uuid(), 'schedule', now() + interval '1 day')`,
    );
    expect(await reconcile('--timeout', '0.02')).toMatchObject({
      code: 2,
      output: expect.stringContaining('Is billing running?'),
    });
  });
});
