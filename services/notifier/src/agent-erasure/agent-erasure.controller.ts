import { randomUUID } from 'node:crypto';
import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { buyerClosed, type PayloadOf, REMOVED } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Controller, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';

const BATCH_SIZE = 500;

/** Stands for a channel that was never created, so that a registration that arrives late finds it taken. */
const ADD_EMAIL_CHANNEL = `
  INSERT INTO channels (id, buyer_id, kind, address, first_name) VALUES ($1, $2, 'email', '${REMOVED}', '${REMOVED}')
  ON CONFLICT (buyer_id, kind) DO NOTHING`;

const REMOVE_FROM_DELIVERIES = `
  UPDATE deliveries
     SET address = '${REMOVED}', content = '{}', content_removed_at = COALESCE(content_removed_at, now())
   WHERE id IN (SELECT id FROM deliveries WHERE buyer_id = $1 AND status <> 'queued' AND address <> '${REMOVED}'
                 LIMIT ${BATCH_SIZE} FOR UPDATE)
  RETURNING id`;

const REMOVE_MAILS = `
  DELETE FROM account_mails
   WHERE id IN (SELECT id FROM account_mails WHERE user_id = $1 LIMIT ${BATCH_SIZE} FOR UPDATE)
  RETURNING id`;

@Injectable()
export class AgentErasureRepository {
  constructor(private readonly dataSource: DataSource) {}

  async setClosing(tx: Tx, buyerId: string): Promise<void> {
    await tx.query(ADD_EMAIL_CHANNEL, [randomUUID(), buyerId]);
    await tx.query(
      'UPDATE channels SET closing_at = COALESCE(closing_at, now()), updated_at = now() WHERE buyer_id = $1',
      [buyerId],
    );
  }

  /** Returns the leads that have no delivery yet. */
  async listUnknown(tx: Tx, buyerId: string, leadIds: readonly string[]): Promise<string[]> {
    const leads = await tx.query<{ id: string }>(
      `SELECT l.id FROM unnest($2::uuid[]) AS l (id)
        WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = l.id AND d.buyer_id = $1)`,
      [buyerId, leadIds],
    );
    return leads.map(({ id }) => id);
  }

  async listClosing(): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT DISTINCT buyer_id AS id FROM channels WHERE closing_at IS NOT NULL AND erased_at IS NULL
        LIMIT ${BATCH_SIZE}`,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Locks the agent's channels, as requeuing a delivery and storing an email do too. Returns false while a delivery is
   * queued, because the agent paid for the lead.
   */
  async lockFinished(tx: Tx, buyerId: string): Promise<boolean> {
    await tx.query('SELECT 1 FROM channels WHERE buyer_id = $1 ORDER BY id FOR UPDATE', [buyerId]);
    const queued = await tx.query(
      `SELECT 1 FROM deliveries WHERE status = 'queued'
          AND channel_id IN (SELECT id FROM channels WHERE buyer_id = $1) LIMIT 1`,
      [buyerId],
    );
    return queued.length === 0;
  }

  /** Also removes contents: a failed delivery can no longer be sent again. */
  async removeFromDeliveries(tx: Tx, buyerId: string): Promise<{ areLeft: boolean }> {
    const removed = await tx.query(REMOVE_FROM_DELIVERIES, [buyerId]);
    return { areLeft: removed.length === BATCH_SIZE };
  }

  async removeMails(tx: Tx, buyerId: string): Promise<{ areLeft: boolean }> {
    const removed = await tx.query(REMOVE_MAILS, [buyerId]);
    return { areLeft: removed.length === BATCH_SIZE };
  }

  async removeAddresses(tx: Tx, buyerId: string): Promise<void> {
    await tx.query('DELETE FROM phone_codes WHERE user_id = $1', [buyerId]);
    await tx.query('DELETE FROM slack_set_ups WHERE user_id = $1', [buyerId]);
    // With the notifications to these browsers.
    await tx.query('DELETE FROM push_subscriptions WHERE user_id = $1', [buyerId]);
    await tx.query('DELETE FROM notice_preferences WHERE user_id = $1', [buyerId]);
    // Keeps that and when consent was given, in case somebody complains.
    await tx.query(
      `UPDATE phone_consents SET phone = '${REMOVED}', network = '${REMOVED}' WHERE user_id = $1`,
      [buyerId],
    );
    await tx.query(
      `UPDATE channels
          SET address = '${REMOVED}', first_name = '${REMOVED}', disabled_at = COALESCE(disabled_at, now()),
              confirmed_at = NULL, bounced_at = NULL, settings = NULL, erased_at = now(), updated_at = now()
        WHERE buyer_id = $1 AND erased_at IS NULL`,
      [buyerId],
    );
  }
}

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
    return 'done';
  }
}
