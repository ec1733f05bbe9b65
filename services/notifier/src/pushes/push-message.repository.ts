import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { PushContent } from '../channels/push/push-notification.js';

const INSERT = prepared(
  `INSERT INTO push_messages (id, kind, address, message_id, content, lead_id, subscription_id)
   SELECT gen_random_uuid(), 'push', s.name, s.id::text || ' ' || $2::uuid::text, $3::jsonb, $2::uuid, s.id
     FROM push_subscriptions s WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.review_since IS NULL
   ON CONFLICT (lead_id, subscription_id) DO NOTHING RETURNING id`,
);

@Injectable()
export class PushMessageRepository {
  /** Adds a notification for each browser of the agent that has none of this lead yet. Returns their ids. */
  async insertForBrowsers(tx: Tx, userId: string, content: PushContent): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(INSERT, [userId, content.leadId, JSON.stringify(content)]);
    return rows.map(({ id }) => id);
  }
}
