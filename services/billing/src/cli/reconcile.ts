import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Difference, RecordSide } from '@desk/contracts';
import type { DataSource } from 'typeorm';
import { REQUEST_RUN } from '../reconciliation/run.repository.js';

const USAGE = `Usage: reconcile [--hours N] [--timeout MINUTES]
  Has the running copies of billing compare all payments, refunds and disputes with the card provider's, and prints where
  they disagree.
  --hours N          compares at least the last N hours; otherwise RECONCILIATION_WINDOW_HOURS of the service
  --timeout MINUTES  how long to wait for the comparison (15)
Exit code: 0 no difference that nobody acknowledged, 1 differences, 2 the comparison did not finish.`;

const MAX_HOURS = 8_760;
const POLL_MS = 500;
const MINUTE_MS = 60_000;

interface ReconcileOptions {
  readonly hours: number | null;
  readonly timeoutMs: number;
}

interface Run {
  readonly from: Date;
  readonly to: Date;
  readonly payments: number;
  readonly refunds: number;
  readonly disputes: number;
  readonly failure: string | null;
  readonly finishedAt: Date | null;
}

type DifferenceRow = Pick<Difference, 'object' | 'kind' | 'state' | 'providerId' | 'ours' | 'theirs'>;

const SELECT_RUN = `
  SELECT window_from AS "from", window_to AS "to", payments, refunds, disputes, failure, finished_at AS "finishedAt"
    FROM reconciliation_runs WHERE id = $1`;
const SELECT_DIFFERENCES = `
  SELECT object, kind, state, provider_id AS "providerId", ours, theirs FROM reconciliation_differences
   WHERE state <> 'resolved' ORDER BY state DESC, first_seen_at, id`;

/** @throws Error with the usage, or naming an unknown option */
export function readReconcileOptions(args: string[]): ReconcileOptions {
  const { values } = parseArgs({ args, options: { hours: { type: 'string' }, timeout: { type: 'string' } } });
  const hours = values.hours === undefined ? null : Number(values.hours);
  const minutes = Number(values.timeout ?? 15);
  const isValid =
    (hours === null || (Number.isInteger(hours) && hours >= 1 && hours <= MAX_HOURS)) && minutes > 0;
  if (!isValid) throw new Error(USAGE);
  return { hours, timeoutMs: minutes * MINUTE_MS };
}

/**
 * Returns the exit code. A run that is under way may have begun before this call, so another one follows it.
 * @throws Error if no copy of billing finishes the run in time
 */
export async function reconcile(
  dataSource: DataSource,
  { hours, timeoutMs }: ReconcileOptions,
  print: (line: string) => void,
): Promise<number> {
  const id = randomUUID();
  const deadline = Date.now() + timeoutMs;
  let run: Run | undefined;
  while (!run?.finishedAt) {
    if (Date.now() > deadline) throw new Error(describeDelay(run));
    if (run) await pause(POLL_MS);
    await dataSource.query(REQUEST_RUN, [id, 'command', null, hours]);
    [run] = await dataSource.query<Run[]>(SELECT_RUN, [id]);
    if (!run) await pause(POLL_MS);
  }
  const differences = await dataSource.query<DifferenceRow[]>(SELECT_DIFFERENCES);
  print(describeRun(run));
  for (const line of formatTable(differences)) print(line);
  const open = differences.filter(({ state }) => state === 'open').length;
  print(open === 0 ? 'No open differences.' : `${open} open ${open === 1 ? 'difference' : 'differences'}.`);
  return open === 0 ? 0 : 1;
}

const describeDelay = (run: Run | undefined): string => {
  const reason = run?.failure ? `The card provider's last answer: ${run.failure}.` : 'Is billing running?';
  return `The comparison has not finished. ${reason} It continues when it can.`;
};

const describeRun = ({ from, to, payments, refunds, disputes }: Run): string =>
  `Compared ${from.toISOString()} to ${to.toISOString()}: ${payments} payments, ${refunds} refunds, ${disputes} disputes.`;

const describeSide = (side: RecordSide): string => {
  if (!side) return 'nothing';
  const refunded = side.refundedCents ? `, ${side.refundedCents} refunded` : '';
  return `${side.status}, ${side.amountCents} cents${refunded}`;
};

function formatTable(rows: readonly DifferenceRow[]): string[] {
  if (rows.length === 0) return [];
  const cells = [
    ['STATE', 'OBJECT', 'DIFFERENCE', 'ID AT PROVIDER', 'OURS', 'THEIRS'],
    ...rows.map((row) => [
      ...[row.state, row.object, row.kind, row.providerId],
      ...[describeSide(row.ours), describeSide(row.theirs)],
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
