import { prepared, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger, ProviderCalls } from '@desk/service-kit';
import type { LaneLimits } from '@desk/steps';
import { Injectable } from '@nestjs/common';
import { PushClient } from './push-client.js';
import { type PushContent, renderPush, secondsLeft } from './push-notification.js';
import { PushSubscriptionRepository } from './push-subscription.repository.js';
import { MessageFlow } from '../sending/message-flow.js';
import type { SendFailure, SendOutcome } from '../sending/send-outcome.js';
import { type ClaimedRow, SendingRepository } from '../sending/sending.repository.js';

type ClaimedPush = ClaimedRow<PushContent> & { readonly browserId: string };

/** Push services are fast, and nothing waits for these. */
const CONCURRENCY = 8;

const INSERT = prepared(
  `INSERT INTO push_messages (id, kind, address, message_id, content, lead_id, subscription_id)
   SELECT gen_random_uuid(), 'push', s.name, s.id::text || ' ' || $2::text, $3::jsonb, $4::uuid, s.id
     FROM push_subscriptions s WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.review_since IS NULL
      AND NOT EXISTS (SELECT 1 FROM lead_refunds r WHERE r.lead_id = $4 AND r.failed_at IS NULL)
   ON CONFLICT (message_id) DO NOTHING RETURNING id`,
);

@Injectable()
export class PushFlow extends MessageFlow<ClaimedPush> {
  constructor(
    private readonly client: PushClient,
    private readonly subscriptions: PushSubscriptionRepository,
    calls: ProviderCalls,
    @InjectLogger() logger: Logger,
  ) {
    super(
      new SendingRepository('push_messages', { columns: 'subscription_id AS "browserId"' }),
      calls,
      logger,
    );
  }

  /**
   * Stores a notification for each of the agent's browsers and has it sent, unless the lead was refunded, or
   * there is one for this occasion (ADR 19).
   */
  async create(tx: Tx, userId: string, content: PushContent): Promise<void> {
    const { subject, leadId, at } = content;
    const occasion = `${subject} ${leadId} ${at}`;
    const rows = await tx.query<{ id: string }>(INSERT, [userId, occasion, JSON.stringify(content), leadId]);
    for (const { id } of rows) this.table.sendAfterCommit(tx, { id, kind: 'push' });
  }

  limits(): LaneLimits<ClaimedPush> {
    return { concurrency: CONCURRENCY };
  }

  async send({ browserId, content }: ClaimedPush): Promise<SendOutcome> {
    const ttlSeconds = secondsLeft(content, new Date());
    if (ttlSeconds === undefined) return { result: 'permanent', reason: 'NO_LONGER_USEFUL' };
    const secrets = await this.subscriptions.findSecrets(browserId);
    if (!secrets) return { result: 'permanent', reason: 'CHANNEL_OFF' };
    return this.client.send(secrets, renderPush(content), ttlSeconds);
  }

  async onFailure(tx: Tx, { browserId }: ClaimedPush, { ends }: SendFailure): Promise<boolean> {
    if (ends) await this.subscriptions.end(tx, browserId, ends);
    return false;
  }

  toLogFields({ id, content }: ClaimedPush): Record<string, string> {
    return { pushId: id, leadId: content.leadId };
  }
}
