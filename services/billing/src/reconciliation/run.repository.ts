import { randomUUID } from 'node:crypto';
import { LISTED_RUNS, type ReconciliationRun, runPhases, type RunPhase } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv, type SettingsOf, toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { ProviderEnv } from '../provider/provider-settings.js';
import type { reconciliationSettings } from './reconciliation-settings.js';

/** A run that this copy works on. */
export interface LeasedRun {
  readonly id: string;
  readonly lease: string;
  readonly from: Date;
  readonly to: Date;
  readonly phase: RunPhase;
  /** Where the next page of the phase begins; null at its start. */
  readonly position: string | null;
}

/** What a page added to a run. */
export type Progress = Partial<
  Pick<ReconciliationRun, 'payments' | 'refunds' | 'disputes' | 'found' | 'resolved'>
>;

/** Another copy took over, because this one was silent for too long. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

type Row = WithDates<ReconciliationRun, 'requestedAt' | 'from' | 'to' | 'finishedAt'>;

const COLUMNS = `id, trigger, requested_at AS "requestedAt", window_from AS "from", window_to AS "to", phase, payments,
                 refunds, disputes, found, resolved, failure, finished_at AS "finishedAt"`;

/**
 * Requests a run, unless one is not finished yet. $1: id, $2: trigger, $3: admin, $4: hours to compare; null for the
 * service's own setting.
 */
export const REQUEST_RUN = `
  INSERT INTO reconciliation_runs (id, trigger, requested_by, window_hours) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`;

/**
 * Requests the scheduled run. Before the first payment there is nothing to compare. $2: minutes between two runs; $3:
 * minimum age of the oldest payment, in seconds.
 */
const REQUEST_SCHEDULED_RUN = `
  INSERT INTO reconciliation_runs (id, trigger)
  SELECT $1, 'schedule'
   WHERE NOT EXISTS (SELECT 1 FROM reconciliation_runs
                      WHERE requested_at > clock_timestamp() - $2 * interval '1 minute' OR finished_at IS NULL)
     AND EXISTS (SELECT 1 FROM purchases WHERE purchased_at < clock_timestamp() - $3 * interval '1 second')
  ON CONFLICT DO NOTHING`;

/** The window ends where objects may still be in progress, and starts at the first object that no run has compared. */
const LEASE = `
  UPDATE reconciliation_runs r
     SET lease = $1, leased_until = clock_timestamp() + $2 * interval '1 ms',
         window_to = COALESCE(window_to, date_trunc('second', clock_timestamp() - $3 * interval '1 second')),
         window_from = COALESCE(window_from, date_trunc('second', LEAST(
           clock_timestamp() - COALESCE(window_hours, $4) * interval '1 hour',
           COALESCE((SELECT max(window_to) FROM reconciliation_runs WHERE finished_at IS NOT NULL),
                    (SELECT min(first_requested_at) FROM purchases)))))
   WHERE finished_at IS NULL AND leased_until < clock_timestamp() AND next_attempt_at < clock_timestamp()
  RETURNING id, lease, window_from AS "from", window_to AS "to", phase, position`;

const ADVANCE = `
  UPDATE reconciliation_runs
     SET phase = $3, position = $4, payments = payments + $5, refunds = refunds + $6, disputes = disputes + $7,
         found = found + $8, resolved = resolved + $9, failures = 0, failure = NULL,
         leased_until = clock_timestamp() + $10 * interval '1 ms'
   WHERE id = $1 AND lease = $2 RETURNING id`;

/** Pauses longer after each failure in a row, up to a minute. */
const DEFER = `
  UPDATE reconciliation_runs
     SET lease = NULL, leased_until = '-infinity', failure = $3, failures = failures + 1,
         next_attempt_at = clock_timestamp() + LEAST(2 ^ LEAST(failures, 10), 60) * interval '1 second'
   WHERE id = $1 AND lease = $2`;

/** How long a call waits for the rate limit, at most. */
const PACING_MS = 5_000;
/** A page makes two calls in a row, and rarely a third to list many refunds. */
const CALLS_PER_LEASE = 3;

@Injectable()
export class RunRepository {
  private readonly leaseMs: number;

  constructor(
    private readonly transactions: Transactions,
    @InjectEnv()
    private readonly env: Pick<ProviderEnv, 'STRIPE_TIMEOUT_MS'> & SettingsOf<typeof reconciliationSettings>,
  ) {
    this.leaseMs = CALLS_PER_LEASE * (env.STRIPE_TIMEOUT_MS + PACING_MS);
  }

  /** Requests a run for an admin. Does nothing while a run is not finished. */
  async request(tx: Tx, actorId: string): Promise<void> {
    await tx.query(REQUEST_RUN, [randomUUID(), 'admin', actorId, null]);
  }

  async requestScheduled(): Promise<void> {
    const { RECONCILIATION_INTERVAL_MINUTES: minutes, RECONCILIATION_MIN_AGE_SECONDS: minAge } = this.env;
    if (minutes > 0) await this.transactions.query(REQUEST_SCHEDULED_RUN, [randomUUID(), minutes, minAge]);
  }

  /** Returns undefined if no run is waiting, or another copy works on it. */
  async lease(): Promise<LeasedRun | undefined> {
    const { RECONCILIATION_MIN_AGE_SECONDS: minAge, RECONCILIATION_WINDOW_HOURS: hours } = this.env;
    const [run] = await this.transactions.query<LeasedRun>(LEASE, [
      randomUUID(),
      this.leaseMs,
      minAge,
      hours,
    ]);
    return run;
  }

  /** @throws LeaseLost */
  async advance(
    tx: Tx,
    { id, lease }: LeasedRun,
    phase: RunPhase,
    position: string | null,
    { payments = 0, refunds = 0, disputes = 0, found = 0, resolved = 0 }: Progress,
  ): Promise<void> {
    const values = [id, lease, phase, position, payments, refunds, disputes, found, resolved, this.leaseMs];
    if ((await tx.query(ADVANCE, values)).length === 0) throw new LeaseLost(`run ${id}`);
  }

  /** Advances to the next phase. Returns whether the run is finished. */
  async endPhase(tx: Tx, run: LeasedRun, phase: RunPhase): Promise<boolean> {
    const next = runPhases[runPhases.indexOf(phase) + 1];
    await this.advance(tx, run, next ?? phase, null, {});
    if (next) return false;
    await tx.query('DELETE FROM reconciliation_seen WHERE run_id = $1', [run.id]);
    await tx.query('UPDATE reconciliation_runs SET finished_at = clock_timestamp() WHERE id = $1', [run.id]);
    return true;
  }

  async setSeen(tx: Tx, { id }: LeasedRun, providerIds: readonly string[]): Promise<void> {
    if (providerIds.length === 0) return;
    await tx.query(
      `INSERT INTO reconciliation_seen (run_id, provider_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
      [id, providerIds],
    );
  }

  async defer({ id, lease }: LeasedRun, reason: string): Promise<void> {
    await this.transactions.query(DEFER, [id, lease, reason.slice(0, 100)]);
  }

  /** Lets another copy continue at once. */
  async release({ id, lease }: LeasedRun): Promise<void> {
    await this.transactions.query(
      "UPDATE reconciliation_runs SET lease = NULL, leased_until = '-infinity' WHERE id = $1 AND lease = $2",
      [id, lease],
    );
  }

  async listNewest(): Promise<ReconciliationRun[]> {
    const rows = await this.transactions.query<Row>(
      `SELECT ${COLUMNS} FROM reconciliation_runs ORDER BY requested_at DESC, id DESC LIMIT $1`,
      [LISTED_RUNS],
    );
    return rows.map(toInstants);
  }

  /** Returns the unfinished run, or else the newest. */
  async getCurrent(tx: Tx): Promise<ReconciliationRun> {
    const [row] = await tx.query<Row>(
      `SELECT ${COLUMNS} FROM reconciliation_runs ORDER BY finished_at IS NULL DESC, requested_at DESC LIMIT 1`,
    );
    if (!row) throw new Error('no run was requested');
    return toInstants(row);
  }

  /** Seconds since a run last finished, or else since the first was requested; undefined without any. */
  async getAgeSeconds(): Promise<number | undefined> {
    const [row] = await this.transactions.query<{ age: number | null }>(
      `SELECT extract(epoch FROM clock_timestamp() - COALESCE(max(finished_at), min(requested_at)))::float8 AS age
         FROM reconciliation_runs`,
    );
    return row?.age ?? undefined;
  }
}
