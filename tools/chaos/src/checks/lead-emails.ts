import type { Email } from '../faults/sandbox-control.js';

/** A sold lead, according to the database. */
export interface Sale {
  readonly lead: string;
  readonly buyerEmail: string;
  /** Message-IDs of the email deliveries whose status is `sent`. */
  readonly messageIds: readonly string[];
  /** Every delivery failed for good, or was canceled by a refund. `sold-leads-delivered` checks that one was made. */
  readonly isUndeliverable: boolean;
}

/** Compares the emails that arrived at the mail server with the sales. Returns the differences. */
export function compareEmails(sales: readonly Sale[], emails: readonly Email[]): object[] {
  const faults: object[] = [];
  const emailsByLead = Map.groupBy(emails.flatMap(parseLeadEmail), ({ lead }) => lead);
  for (const { lead, buyerEmail, messageIds, isUndeliverable } of sales) {
    const arrived = emailsByLead.get(lead) ?? [];
    emailsByLead.delete(lead);
    const arrivedIds = new Set(arrived.map(({ messageId }) => messageId));
    const isMisdirected = arrived.some(({ to }) => to !== buyerEmail);
    if (arrived.length === 0 && !isUndeliverable) faults.push({ lead, fault: 'sold, but no email arrived' });
    if (isMisdirected) faults.push({ lead, fault: "sent to a different address than the buyer's" });
    if (arrivedIds.size > 1) faults.push({ lead, fault: `sent under ${arrivedIds.size} Message-IDs` });
    for (const messageId of messageIds)
      if (!arrivedIds.has(messageId))
        faults.push({ lead, fault: 'status is sent, but it did not arrive', messageId });
    for (const { messageId, delivery } of arrived)
      if (!messageId.includes(delivery))
        faults.push({ lead, fault: 'Message-ID belongs to another delivery', messageId });
  }
  for (const lead of emailsByLead.keys()) faults.push({ lead, fault: 'sent, but not sold' });
  return faults;
}

interface LeadEmail {
  readonly lead: string;
  readonly delivery: string;
  readonly messageId: string;
  readonly to: string;
}

/** Returns an empty array for emails that deliver no lead. */
function parseLeadEmail({ text, messageId, to }: Email): LeadEmail[] {
  const lead = /^Lead: ([\da-f-]{36})\s*$/m.exec(text)?.[1];
  const delivery = /^Delivery: ([\da-f-]{36})\s*$/m.exec(text)?.[1];
  if (lead === undefined || delivery === undefined) return [];
  return [{ lead, delivery, messageId, to: to.join(',') }];
}
