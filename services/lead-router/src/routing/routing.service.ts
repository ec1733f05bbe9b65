import { randomUUID } from 'node:crypto';
import type { Message } from '@desk/bullmq-transport';
import { type PayloadOf, type providerStatusChanged, routeLead } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { LeadMetrics } from './lead-metrics.js';
import { LeadRouter } from './lead-router.js';
import { RoutingRepository } from './routing.repository.js';

/** Waiting leads per run, so that a sweep ends. The next one continues with the rest. */
const MAX_WAITING_LEADS = 200;

/** Transactions of this process that may wait for a buyer's row at once. Each holds a connection meanwhile. */
export const MAX_WAITING_FOR_BUYERS = 4;
/** Until a lead is routed again for which all buyers were locked. */
const BUSY_RETRY_MS = 250;

@Injectable()
export class RoutingService {
  private waitingForBuyers = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly router: LeadRouter,
    private readonly repository: RoutingRepository,
    private readonly metrics: LeadMetrics,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Reserves one lead for a buyer. Does nothing unless the lead is available. */
  async routeLead(leadId: string, message: Message): Promise<void> {
    const mayWait = this.waitingForBuyers < MAX_WAITING_FOR_BUYERS;
    this.waitingForBuyers += mayWait ? 1 : 0;
    try {
      const routed = await this.transactions.once(message, async (tx) => {
        const result = await this.router.route(tx, leadId, { mayWait });
        if (result === 'busy')
          tx.publish(routeLead, { leadId }, { key: randomUUID(), delayMs: BUSY_RETRY_MS });
        return result;
      });
      if (routed === 'expired') this.metrics.countExpired(1);
    } finally {
      this.waitingForBuyers -= mayWait ? 1 : 0;
    }
    crashPoint('lead-router.after-reserve');
  }

  /** While the card provider does not answer, leads wait. After its return they are offered, oldest first. */
  async setProviderStatus(
    { version, isAvailable }: PayloadOf<typeof providerStatusChanged>,
    message: Message,
  ): Promise<void> {
    await this.transactions.once(message, (tx) =>
      this.repository.setProviderStatus(tx, version, isAvailable),
    );
    this.logger.info({ version, isAvailable }, 'card provider status changed');
    await this.routeWaiting();
  }

  /**
   * Routes waiting leads that a buyer can take, oldest first. One transaction per lead. Ends when none is left; copies
   * may run it at the same time.
   */
  async routeWaiting(): Promise<void> {
    for (let count = 0; count < MAX_WAITING_LEADS; count += 1) {
      const result = await this.transactions.run((tx) => this.router.routeNextWaiting(tx));
      if (result === 'expired') this.metrics.countExpired(1);
      if (result !== 'reserved' && result !== 'expired') return;
    }
  }
}
