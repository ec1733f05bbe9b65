import { HttpClient } from '@desk/tool-workload';
import type { TestSystem } from '../test-system.js';

interface Email {
  readonly id: string;
  readonly messageId: string;
  readonly receivedAt: string;
}

const PAGE_SIZE = 500;
const DELIVERY_ID = /^<delivery-([0-9a-f-]{36})@/;

/** Returns when the mail server received each lead's email: lead id → milliseconds since the epoch. */
export async function readEmailTimes({ system, pool }: TestSystem): Promise<Map<string, number>> {
  const receivedAtByDelivery = await readInbox(system.sandboxUrl);
  const { rows } = await pool.query<{ id: string; leadId: string }>(
    'SELECT id, lead_id AS "leadId" FROM notifications.deliveries',
  );
  return new Map(
    rows.flatMap(({ id, leadId }): [string, number][] => {
      const receivedAt = receivedAtByDelivery.get(id);
      return receivedAt === undefined ? [] : [[leadId, receivedAt]];
    }),
  );
}

/** Pages may overlap: several emails can share a millisecond, so each page starts just before the end of the last. */
async function readInbox(sandboxUrl: string): Promise<Map<string, number>> {
  const http = new HttpClient(sandboxUrl);
  const receivedAtByDelivery = new Map<string, number>();
  try {
    const seenIds = new Set<string>();
    for (let since = new Date(0).toISOString(), newCount = 1; newCount > 0;) {
      const path = `/sandbox/mails?limit=${PAGE_SIZE}&since=${encodeURIComponent(since)}`;
      const { body } = await http.send({ method: 'GET', path });
      const { mails: emails } = JSON.parse(body) as { mails: Email[] };
      const newEmails = emails.filter(({ id }) => !seenIds.has(id));
      newCount = newEmails.length;
      for (const { id, messageId, receivedAt } of newEmails) {
        seenIds.add(id);
        const deliveryId = DELIVERY_ID.exec(messageId)?.[1];
        if (deliveryId !== undefined) receivedAtByDelivery.set(deliveryId, Date.parse(receivedAt));
      }
      since = new Date(Date.parse(emails.at(-1)?.receivedAt ?? since) - 1).toISOString();
    }
    return receivedAtByDelivery;
  } finally {
    http.close();
  }
}
