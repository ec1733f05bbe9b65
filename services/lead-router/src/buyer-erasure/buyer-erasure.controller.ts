import { HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  agentErased,
  buyerClosed,
  DomainError,
  type PayloadOf,
  UNDELIVERED_LEADS_MAX,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { BuyerRepository } from '../buyers/buyer.repository.js';
import { FeedService } from '../feed/feed.service.js';

const BATCH_SIZE = 500;

const LIST_CLOSING =
  'SELECT id FROM buyers WHERE erased_at IS NOT NULL AND closed_at IS NULL ORDER BY erased_at LIMIT $1';
/**
 * Changes nothing while a charge has no outcome or more leads wait for delivery than one message can name, and if the
 * buyer is closed already.
 */
const CLOSE = `
  UPDATE buyers SET closed_at = clock_timestamp()
   WHERE id = $1 AND erased_at IS NOT NULL AND closed_at IS NULL
     AND NOT EXISTS (SELECT FROM lead_offers WHERE buyer_id = $1 AND status = 'open')
     AND NOT EXISTS (SELECT FROM sold_leads WHERE buyer_id = $1 AND delivered_at IS NULL AND refunded_at IS NULL
                     OFFSET $2 LIMIT 1)
  RETURNING closed_at AS "closedAt"`;
const LIST_UNDELIVERED =
  'SELECT lead_id AS id FROM sold_leads WHERE buyer_id = $1 AND delivered_at IS NULL AND refunded_at IS NULL';

/** What the buyer entered for leads. */
const REMOVE_LEAD_WORK = `
  UPDATE sold_leads
     SET notes = '', remind_at = NULL, reminded_at = NULL, appointment_at = NULL, commission_cents = NULL, version = version + 1
   WHERE lead_id IN (SELECT lead_id FROM sold_leads
                      WHERE buyer_id = $1
                        AND (notes <> '' OR num_nonnulls(remind_at, appointment_at, commission_cents) > 0)
                      ORDER BY lead_id LIMIT $2 FOR UPDATE)
  RETURNING 1`;
const REMOVE_LEAD_VIEWS = `
  DELETE FROM lead_views WHERE (buyer_id, id) IN (SELECT buyer_id, id FROM lead_views WHERE buyer_id = $1 LIMIT $2)
  RETURNING 1`;
/** What the buyer wrote in reports, and what admins answered. */
const REMOVE_REPORT_TEXTS = `
  UPDATE problem_reports SET details = '', decision_note = ''
   WHERE id IN (SELECT id FROM problem_reports
                 WHERE buyer_id = $1 AND (details <> '' OR decision_note <> '') LIMIT $2 FOR UPDATE)
  RETURNING 1`;
/** The reasons for which admins chose the buyer. */
const REMOVE_DECISION_REASONS = `
  UPDATE lead_decisions SET reason = ''
   WHERE (lead_id, id) IN (SELECT lead_id, id FROM lead_decisions WHERE buyer_id = $1 AND reason <> ''
                            LIMIT $2 FOR UPDATE)
  RETURNING 1`;

const INTERVAL_MS = 2_000;

/** Ends all business with an erased buyer: refuses new leads at once, and completes what has begun (ADR 28). */
@Controller()
export class BuyerErasureController implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly buyers: BuyerRepository,
    private readonly feed: FeedService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'buyer erasure', intervalMs: INTERVAL_MS, run: () => this.continueAll() });
  }

  /** Throws for a buyer whose registration has not arrived yet, so that the event is retried until it has. */
  @HandleEvent(agentErased)
  async stop({ userId: buyerId }: PayloadOf<typeof agentErased>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      if (!(await this.buyers.lock(tx, buyerId))) throw new DomainError('BUYER_NOT_FOUND');
      // From the commit on, no lead is offered to the buyer.
      await this.buyers.erase(tx, buyerId);
    });
    this.feed.notify(buyerId);
    await this.continue(buyerId);
  }

  /** Safe to repeat, in several copies at once. */
  private async continueAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const { id } of await this.transactions.query<{ id: string }>(LIST_CLOSING, [BATCH_SIZE]))
      await this.continue(id).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'buyers could not be closed');
  }

  /** Removes what the buyer entered, and closes the buyer unless a charge has no outcome yet. */
  private async continue(buyerId: string): Promise<void> {
    // Each batch is a transaction of its own, so that a kill loses one and nothing is locked for long.
    const removals = [REMOVE_LEAD_WORK, REMOVE_LEAD_VIEWS, REMOVE_REPORT_TEXTS, REMOVE_DECISION_REASONS];
    for (const removal of removals)
      while (await this.transactions.run((tx) => removeBatch(tx, buyerId, removal)));
    const isClosed = await this.transactions.run(async (tx) => {
      const closed = await tx.one<{ closedAt: Date }>(CLOSE, [buyerId, UNDELIVERED_LEADS_MAX]);
      if (!closed) return false;
      const undelivered = await tx.query<{ id: string }>(LIST_UNDELIVERED, [buyerId]);
      const undeliveredLeadIds = undelivered.map(({ id }) => id);
      const at = closed.closedAt.toISOString();
      tx.publish(buyerClosed, { buyerId, undeliveredLeadIds, at }, { key: buyerId });
      return true;
    });
    if (isClosed) this.logger.info({ buyerId }, 'buyer closed');
  }
}

/** Returns whether more may be left. */
async function removeBatch(tx: Tx, buyerId: string, removal: string): Promise<boolean> {
  const removed = await tx.query(removal, [buyerId, BATCH_SIZE]);
  return removed.length === BATCH_SIZE;
}
