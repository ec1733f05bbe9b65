import { providerStatusChanged } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { HealthServer, InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { ProviderProbe } from './provider-probe.js';
import { ProviderStatusRepository } from './provider-status.repository.js';

/** Calls in a row without an answer after which the provider counts as down. */
const FAILURES_TO_OPEN = 5;
const CHECK_INTERVAL_MS = 1_000;

/**
 * Stops all copies from calling a provider that does not answer, and tells lead-router, which then keeps leads
 * available instead of reserving them (ADR 5). One copy at a time asks whether it is back.
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
