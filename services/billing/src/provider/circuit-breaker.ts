import { providerStatusChanged } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { HealthServer, InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { ProviderProbe } from './provider-probe.js';

/** Delay between probes of a provider that is down. Doubled if the previous outage ended less than a minute before. */
const FIRST_PROBE_DELAY_MS = 1_000;
const MAX_PROBE_DELAY_MS = 30_000;

const SET_UNAVAILABLE = `
  UPDATE provider_status s
     SET is_available = false, version = s.version + 1, changed_at = now(), probe_delay_ms = d.delay,
         next_probe_at = now() + d.delay * interval '1 ms'
    FROM (SELECT CASE WHEN changed_at > now() - interval '1 minute' AND version > 0
                      THEN LEAST(probe_delay_ms * 2, ${MAX_PROBE_DELAY_MS})
                      ELSE ${FIRST_PROBE_DELAY_MS} END AS delay
            FROM provider_status) d
   WHERE s.is_available RETURNING s.version`;
const SET_AVAILABLE = `
  UPDATE provider_status SET is_available = true, version = version + 1, changed_at = now()
   WHERE NOT is_available RETURNING version`;

/** One row, shared by all copies: whether the card provider answers. */
@Injectable()
export class ProviderStatusRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isAvailable(): Promise<boolean> {
    const [row]: { available: boolean }[] = await this.dataSource.query(
      'SELECT is_available AS available FROM provider_status',
    );
    return row?.available ?? true;
  }

  /** Returns the version of the change, or undefined if another copy was faster. */
  async setAvailable(tx: Tx, isAvailable: boolean): Promise<number | undefined> {
    const [row] = await tx.query<{ version: number }>(isAvailable ? SET_AVAILABLE : SET_UNAVAILABLE);
    return row?.version;
  }

  /** Returns whether this copy may probe now. All copies together begin one probe per delay. */
  async claimProbe(): Promise<boolean> {
    const [, claimed]: [unknown, number] = await this.dataSource.query(
      `UPDATE provider_status SET next_probe_at = now() + probe_delay_ms * interval '1 ms'
        WHERE NOT is_available AND next_probe_at <= now()`,
    );
    return claimed === 1;
  }
}

/** Calls of one copy in a row without an answer after which the provider counts as down. */
const FAILURES_TO_OPEN = 5;
const CHECK_INTERVAL_MS = 1_000;

/**
 * Stops all copies from calling a provider that does not answer, and informs lead-router, which then keeps leads
 * available instead of reserving them (ADR 5). The copies take turns at asking whether it is back.
 */
@Injectable()
export class CircuitBreaker implements OnModuleInit {
  private open = false;
  private failuresInARow = 0;
  private isReporting = false;

  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly status: ProviderStatusRepository,
    private readonly probe: ProviderProbe,
    private readonly health: HealthServer,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.reportStatus();
    await this.readStatus();
    this.tasks.start({ name: 'provider status', intervalMs: CHECK_INTERVAL_MS, run: () => this.check() });
  }

  /** Whether calls are refused instead of sent. */
  get isOpen(): boolean {
    return this.open;
  }

  recordAnswer(): void {
    this.failuresInARow = 0;
  }

  recordFailure(): void {
    this.failuresInARow += 1;
    if (this.failuresInARow < FAILURES_TO_OPEN || this.open || this.isReporting) return;
    this.isReporting = true;
    void this.setAvailable(false)
      .catch((err: unknown) => this.logger.warn({ err }, 'card provider status update failed'))
      .finally(() => {
        this.isReporting = false;
      });
  }

  private reportStatus(): void {
    const isAvailable = (): number => (this.open ? 0 : 1);
    new Gauge({
      name: 'card_provider_available',
      help: 'Whether calls to the card provider are sent: 1, or 0 while it does not answer',
      registers: [this.health.metrics],
      collect() {
        this.set(isAvailable());
      },
    });
  }

  private async check(): Promise<void> {
    await this.readStatus();
    if (this.open && (await this.status.claimProbe()) && (await this.probe.isAnswered()))
      await this.setAvailable(true);
  }

  private async readStatus(): Promise<void> {
    this.applyStatus(await this.status.isAvailable());
  }

  private applyStatus(isAvailable: boolean): void {
    if (this.open && isAvailable) this.failuresInARow = 0;
    this.open = !isAvailable;
  }

  private async setAvailable(isAvailable: boolean): Promise<void> {
    const version = await this.transactions.run(async (tx) => {
      const changed = await this.status.setAvailable(tx, isAvailable);
      if (changed === undefined) return undefined;
      const payload = { version: changed, isAvailable, at: new Date().toISOString() };
      tx.publish(providerStatusChanged, payload, { key: String(changed) });
      return changed;
    });
    this.applyStatus(isAvailable);
    if (version === undefined) return;
    if (isAvailable) this.logger.info({ version }, 'card provider answered again');
    else this.logger.error({ version, alarm: 'card-provider-down' }, 'card provider did not answer');
  }
}
