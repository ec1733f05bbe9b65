import type { DataCipher } from '@desk/service-kit';
import type { DataSource } from 'typeorm';
import { toContentPurpose } from '../deliveries/delivery.repository.js';

interface StoredDelivery {
  readonly id: string;
  readonly content: object | string;
}

interface RemovedContents {
  readonly removed: number;
  /** Sold leads whose delivery has not finished. The agent paid for them, so they are delivered first. */
  readonly unfinished: readonly string[];
}

/** Finds and removes the contents of deliveries, which hold whole leads. */
export class DeliveryContentRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Returns the deliveries that still have their content, decrypted. */
  async export(leadIds: readonly string[]): Promise<object> {
    const deliveries: StoredDelivery[] = await this.dataSource.query(
      `SELECT id, lead_id, buyer_id, kind, status, sent_at, content FROM deliveries
        WHERE lead_id = ANY($1) AND content_removed_at IS NULL ORDER BY queued_at`,
      [leadIds],
    );
    return {
      deliveries: deliveries.map((delivery) => ({
        ...delivery,
        content: this.cipher.decryptJson(delivery.content, toContentPurpose(delivery.id)),
      })),
    };
  }

  /** Safe to repeat. */
  async erase(leadIds: readonly string[]): Promise<RemovedContents> {
    const [, removed]: [unknown, number] = await this.dataSource.query(
      `UPDATE deliveries SET content = '{}', content_removed_at = now()
        WHERE lead_id = ANY($1) AND status <> 'queued' AND content_removed_at IS NULL`,
      [leadIds],
    );
    await this.dataSource.query('DELETE FROM push_messages WHERE lead_id = ANY($1)', [leadIds]);
    const unfinished: { id: string }[] = await this.dataSource.query(
      `SELECT l.id FROM unnest($1::uuid[]) AS l (id)
        WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = l.id)
           OR EXISTS (SELECT 1 FROM deliveries d WHERE d.lead_id = l.id AND d.content_removed_at IS NULL)`,
      [leadIds],
    );
    return { removed, unfinished: unfinished.map(({ id }) => id) };
  }
}
