import { randomUUID } from 'node:crypto';
import type { DeliveryState, OptionalChannelKind } from '@desk/contracts';
import type { DataSource } from 'typeorm';
import { newSale } from './fixtures.js';

const insertChannel = async (
  dataSource: DataSource,
  buyerId: string,
  kind: OptionalChannelKind,
): Promise<string> => {
  const id = randomUUID();
  await dataSource.query(
    "INSERT INTO channels (id, buyer_id, kind, address, first_name) VALUES ($1, $2, $3, '', 'Dana')",
    [id, buyerId, kind],
  );
  return id;
};
/** Inserts deliveries of one lead, on a channel each. Queued ones are due in an hour. */
export const insertLead = async (dataSource: DataSource, states: readonly DeliveryState[]) => {
  const { leadId, offerId, buyerId } = newSale();
  const ids: string[] = [];
  for (const [index, kind] of (['sms', 'slack', 'webhook'] as const).slice(0, states.length).entries()) {
    const id = randomUUID();
    await dataSource.query(
      `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content, status,
                               attempts, next_attempt_at, sent_at, failed_at, provider_message_id)
       VALUES ($1::uuid, $2, $3, $4, $5, $6::text, '', $1::uuid::text, '{}', $7::text, 1, now() + interval '1 hour',
               CASE $7::text WHEN 'sent' THEN now() END, CASE $7::text WHEN 'failed' THEN now() END,
               CASE $6::text WHEN 'sms' THEN 'SM1' END)`,
      [id, leadId, buyerId, offerId, await insertChannel(dataSource, buyerId, kind), kind, states[index]],
    );
    ids.push(id);
  }
  return { leadId, offerId, buyerId, ids };
};
