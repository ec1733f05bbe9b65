import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Database } from '../run/database.js';

const COMMAND = fileURLToPath(
  new URL('../../../../services/billing/dist/cli/reconcile-cli.js', import.meta.url),
);
const EXIT_NOT_FINISHED = 2;
/** Each run compares records that are at least a second old when it begins. */
const MAX_RUNS = 5;

interface Difference {
  readonly object: string;
  readonly kind: string;
  readonly providerId: string;
}

const SELECT_COMPARED_UNTIL = 'SELECT max(window_to) AS until FROM billing.reconciliation_runs';
const SELECT_DIFFERENCES = `
  SELECT object, kind, provider_id AS "providerId", ours, theirs FROM billing.reconciliation_differences
   WHERE state = 'open'`;

/** Makes the running system compare itself with the card provider, as an operator does. */
export class Reconciliation {
  constructor(
    /** Connects as billing. */
    private readonly databaseUrl: string,
    private readonly database: Database,
  ) {}

  /** Returns the differences from what the provider has now. */
  async run(): Promise<readonly object[]> {
    const startedAt = Date.now();
    for (let count = 0; count < MAX_RUNS; count += 1) {
      if ((await this.runCommand()) === EXIT_NOT_FINISHED)
        return [{ fault: 'the comparison did not finish' }];
      const [row] = await this.database.rows<{ until: Date | null }>(SELECT_COMPARED_UNTIL);
      if (row?.until && row.until.getTime() > startedAt)
        return this.database.rows<Difference>(SELECT_DIFFERENCES);
    }
    return [{ fault: `${MAX_RUNS} comparisons did not reach the present` }];
  }

  /** Returns the exit code. */
  private async runCommand(): Promise<number> {
    const env = { PATH: process.env['PATH'], DATABASE_URL: this.databaseUrl };
    try {
      await promisify(execFile)(process.execPath, [COMMAND, '--timeout', '2'], { env });
      return 0;
    } catch (error) {
      const { code } = error as { code?: unknown };
      return typeof code === 'number' ? code : EXIT_NOT_FINISHED;
    }
  }
}

/** Leaves out the payments that other invariants report already, by their intent. */
export const withoutPayments = (
  differences: readonly object[],
  reported: readonly object[] = [],
): readonly object[] => {
  const ids = new Set(reported.map((row) => ('intent' in row ? row.intent : undefined)));
  return differences.filter((row) => !('providerId' in row) || !ids.has(row.providerId));
};
