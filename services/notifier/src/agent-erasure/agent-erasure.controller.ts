import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { buyerClosed, type PayloadOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { AgentErasureRepository } from './agent-erasure.repository.js';

const INTERVAL_MS = 2_000;

/** `waiting`: a paid lead is still being delivered. */
type Step = 'more' | 'waiting' | 'done';

/** Removes an erased agent's addresses and emails once every paid lead was delivered, or could not be (ADR 28). */
@Controller()
export class AgentErasureController implements OnApplicationBootstrap {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly repository: AgentErasureRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.start({ name: 'agent erasure', intervalMs: INTERVAL_MS, run: () => this.continueAll() });
  }

  /** Throws while a sold lead has not arrived, so that the event is retried until it has. */
  @HandleEvent(buyerClosed)
  async begin(
    { buyerId, undeliveredLeadIds }: PayloadOf<typeof buyerClosed>,
    message: Message,
  ): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const unknown = await this.repository.listUnknown(tx, buyerId, undeliveredLeadIds);
      if (unknown.length > 0) throw new Error(`${unknown.length} leads sold to ${buyerId} are still to come`);
      await this.repository.setClosing(tx, buyerId);
    });
    crashPoint('notifier.erasure.after-begin-commit');
    await this.continue(buyerId);
  }

  /** Safe to repeat, in several copies at once. */
  private async continueAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const buyerId of await this.repository.listClosing())
      await this.continue(buyerId).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'agents could not be erased');
  }

  private async continue(buyerId: string): Promise<void> {
    let step: Step = 'more';
    while (step === 'more') step = await this.transactions.run((tx) => this.removeBatch(tx, buyerId));
    if (step === 'done') this.logger.info({ buyerId }, 'addresses of erased agent removed');
  }

  private async removeBatch(tx: Tx, buyerId: string): Promise<Step> {
    if (!(await this.repository.lockFinished(tx, buyerId))) return 'waiting';
    if ((await this.repository.removeFromDeliveries(tx, buyerId)).areLeft) return 'more';
    if ((await this.repository.removeMails(tx, buyerId)).areLeft) return 'more';
    await this.repository.removeAddresses(tx, buyerId);
    crashPoint('notifier.erasure.before-commit');
    return 'done';
  }
}
