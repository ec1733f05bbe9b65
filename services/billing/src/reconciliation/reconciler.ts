import { setTimeout as pause } from 'node:timers/promises';
import { runPhases } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import Stripe from 'stripe';
import { BalanceRepository } from '../balance/balance.repository.js';
import { CircuitBreaker } from '../provider/circuit-breaker.js';
import { DifferenceRepository } from './difference.repository.js';
import type { Finding } from './compare.js';
import { type Page, PageReader } from './page-reader.js';
import { LeaseLost, type LeasedRun, RunRepository } from './run.repository.js';

/** Between pages, to leave the provider's rate limit to charges. */
const PAUSE_MS = 100;

/**
 * Compares the provider's payments, refunds and disputes with ours, page by page. A page is committed together with the
 * position after it, so any copy continues where a killed one stopped. It changes no payment (ADR 10).
 */
@Injectable()
export class Reconciler implements OnModuleDestroy {
  private isStopping = false;

  constructor(
    private readonly breaker: CircuitBreaker,
    private readonly runs: RunRepository,
    private readonly pages: PageReader,
    private readonly differences: DifferenceRepository,
    private readonly balance: BalanceRepository,
    private readonly transactions: Transactions,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** Continues the unfinished run until it ends or the provider fails. Does nothing while another copy runs it. */
  async continueRun(): Promise<void> {
    if (this.breaker.isOpen || this.isStopping) return;
    const run = await this.runs.lease();
    if (!run) return;
    try {
      await this.finish(run);
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.logger.warn({ runId: run.id }, 'reconciliation continued by another copy');
        return;
      }
      const isProviderFailure = error instanceof Stripe.errors.StripeError;
      const reason = isProviderFailure ? (error.code ?? error.type) : 'internal';
      await this.runs.defer(run, reason);
      if (!isProviderFailure) throw error;
      this.logger.warn({ runId: run.id, reason }, 'reconciliation deferred');
    }
  }

  private async finish(run: LeasedRun): Promise<void> {
    for (const phase of runPhases.slice(runPhases.indexOf(run.phase))) {
      const position = phase === run.phase ? run.position : null;
      for await (const page of this.pages.read(phase, run, position)) {
        await this.commit({ ...run, phase }, page);
        if (this.isStopping) return this.runs.release(run);
        await pause(PAUSE_MS);
      }
      const isFinished = await this.transactions.run((tx) => this.runs.endPhase(tx, run, phase));
      if (isFinished) this.logger.info({ runId: run.id }, 'reconciliation finished');
    }
  }

  private async commit(run: LeasedRun, page: Page): Promise<void> {
    const at = new Date();
    const { findings, resolved, position } = page;
    const opened = await this.transactions.run(async (tx) => {
      const progress = { ...page.progress, found: findings.length, resolved: resolved.length };
      await this.runs.advance(tx, run, run.phase, position, progress);
      await this.runs.setSeen(tx, run, page.seen);
      await this.balance.store(tx, page.balanceTransactions);
      await this.differences.resolve(tx, resolved, at);
      const recorded: Finding[] = [];
      for (const finding of findings)
        if (await this.differences.record(tx, run.id, finding, at)) recorded.push(finding);
      return recorded;
    });
    for (const { object, kind, providerId, purchaseId } of opened)
      this.logger.error(
        { alarm: 'reconciliation-difference', object, kind, providerId, purchaseId },
        'difference from the card provider found',
      );
  }
}
