import { HttpClient } from '@desk/tool-workload';
import type { Pool } from 'pg';

interface Mail {
  readonly id: string;
  readonly messageId: string;
  readonly receivedAt: string;
}

const PAGE = 500;
const DELIVERY = /^<delivery-([0-9a-f-]{36})@/;

/** When the mail server had taken each lead's mail: lead id → milliseconds since the epoch. */
export async function readMailTimes(sandboxUrl: string, pool: Pool): Promise<Map<string, number>> {
  const byDelivery = await readInbox(sandboxUrl);
  const { rows } = await pool.query<{ id: string; leadId: string }>(
    'SELECT id, lead_id AS "leadId" FROM notifications.deliveries',
  );
  return new Map(
    rows.flatMap(({ id, leadId }): [string, number][] => {
      const at = byDelivery.get(id);
      return at === undefined ? [] : [[leadId, at]];
    }),
  );
}

/** Page by page: two mails may have come in one millisecond, so each page begins where the last one ended. */
async function readInbox(sandboxUrl: string): Promise<Map<string, number>> {
  const client = new HttpClient(sandboxUrl);
  const found = new Map<string, number>();
  try {
    const seen = new Set<string>();
    for (let since = new Date(0).toISOString(), fresh = 1; fresh > 0;) {
      const path = `/sandbox/mails?limit=${PAGE}&since=${encodeURIComponent(since)}`;
      const { mails } = JSON.parse((await client.send({ method: 'GET', path })).body) as { mails: Mail[] };
      const news = mails.filter(({ id }) => !seen.has(id));
      fresh = news.length;
      for (const { id, messageId, receivedAt } of news) {
        seen.add(id);
        const deliveryId = DELIVERY.exec(messageId)?.[1];
        if (deliveryId !== undefined) found.set(deliveryId, Date.parse(receivedAt));
      }
      since = new Date(Date.parse(mails.at(-1)?.receivedAt ?? since) - 1).toISOString();
    }
    return found;
  } finally {
    client.close();
  }
}
