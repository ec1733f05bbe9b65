import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { offerWaitingLeads, type PayloadOf, providerStatusChanged, routeLead } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import type { PeriodicTask } from '@desk/timing';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { LeadMetrics } from './lead-metrics.js';
import { LeadRouter } from './lead-router.js';
import { RoutingRepository } from './routing.repository.js';

const INTERVAL_MS = 1_000;
/** Waiting leads per run, so that a run ends. The next one continues with the rest. */
const MAX_WAITING_LEADS = 200;
/** Transactions of this process that may wait for a buyer's row at once. Each holds a connection meanwhile. */
export const MAX_WAITING_FOR_BUYERS = 4;

@Controller()
export class RoutingController implements OnModuleInit {
  private waitingForBuyers = 0;
  /** Runs once a second, for leads that no event woke, and whenever it is requested. */
  private waitingLeads: PeriodicTask | undefined;

  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly router: LeadRouter,
    private readonly repository: RoutingRepository,
    private readonly metrics: LeadMetrics,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.waitingLeads = this.tasks.start({
      name: 'waiting leads',
      intervalMs: INTERVAL_MS,
      run: () => this.routeWaitingLeads(),
    });
  }

  /**
   * Reserves one lead for a buyer. Does nothing unless the lead is available. If every buyer who can take it is locked,
   * it joins the waiting leads, which are routed one after the other: many leads that each retry by themselves would
   * leave no time for anything else.
   */
  @HandleEvent(routeLead)
  async routeLead({ leadId }: PayloadOf<typeof routeLead>, message: Message): Promise<void> {
    const mayWait = this.waitingForBuyers < MAX_WAITING_FOR_BUYERS;
    this.waitingForBuyers += mayWait ? 1 : 0;
    try {
      const routed = await this.transactions.once(message, (tx) =>
        this.router.route(tx, leadId, { mayWait }),
      );
      if (routed === 'expired') this.metrics.countExpired(1);
      if (routed === 'busy') void this.offerWaitingLeads();
    } finally {
      this.waitingForBuyers -= mayWait ? 1 : 0;
    }
  }

  /** While the card provider does not answer, leads wait. After its return they are offered, oldest first. */
  @HandleEvent(providerStatusChanged)
  async setProviderStatus(
    { version, isAvailable }: PayloadOf<typeof providerStatusChanged>,
    message: Message,
  ): Promise<void> {
    await this.transactions.once(message, (tx) =>
      this.repository.setProviderStatus(tx, version, isAvailable),
    );
    this.logger.info({ version, isAvailable }, 'card provider status changed');
    await this.offerWaitingLeads();
  }

  /** Routes waiting leads that a buyer can take, oldest first. Calls before the run starts share it. Never rejects. */
  @HandleEvent(offerWaitingLeads)
  async offerWaitingLeads(): Promise<void> {
    await this.waitingLeads?.runNow();
  }

  /** One transaction per lead. Ends when none is left that a buyer can take; copies may run it at the same time. */
  private async routeWaitingLeads(): Promise<void> {
    for (let count = 0; count < MAX_WAITING_LEADS; count += 1) {
      const result = await this.transactions.run((tx) => this.router.routeNextWaiting(tx));
      if (result === 'expired') this.metrics.countExpired(1);
      if (result === 'no-buyer' || result === 'not-available') return;
    }
  }
}
