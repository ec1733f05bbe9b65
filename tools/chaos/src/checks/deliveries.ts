import type { Mail } from '../faults/sandbox-control.js';

/** A sold lead as our tables have it. */
export interface Sale {
  readonly lead: string;
  readonly buyerEmail: string;
  /** Of the deliveries that are marked as sent. */
  readonly messageIds: readonly string[];
}

/** What the mail server has, against what we say: pure, both lists are given. */
export function compareMails(sales: readonly Sale[], mails: readonly Mail[]): object[] {
  const faults: object[] = [];
  const byLead = Map.groupBy(mails.flatMap(readLeadMail), ({ lead }) => lead);
  for (const { lead, buyerEmail, messageIds } of sales) {
    const arrived = byLead.get(lead) ?? [];
    byLead.delete(lead);
    const ids = new Set(arrived.map(({ messageId }) => messageId));
    const strangers = arrived.filter(({ to }) => to !== buyerEmail);
    if (arrived.length === 0) faults.push({ lead, fault: 'sold, but no mail arrived' });
    if (strangers.length > 0) faults.push({ lead, fault: 'mailed to somebody else than its buyer' });
    if (ids.size > 1) faults.push({ lead, fault: `mailed under ${ids.size} Message-IDs` });
    for (const id of messageIds)
      if (!ids.has(id)) faults.push({ lead, fault: 'marked as sent, but not arrived', messageId: id });
    for (const { messageId, delivery } of arrived)
      if (!messageId.includes(delivery))
        faults.push({ lead, fault: 'a Message-ID that is not of its delivery', messageId });
  }
  for (const lead of byLead.keys()) faults.push({ lead, fault: 'mailed, but not sold' });
  return faults;
}

interface LeadMail {
  readonly lead: string;
  readonly delivery: string;
  readonly messageId: string;
  readonly to: string;
}

/** Nothing for mails about something else. */
function readLeadMail({ text, messageId, to }: Mail): LeadMail[] {
  const lead = /^Lead: ([\da-f-]{36})\s*$/m.exec(text)?.[1];
  const delivery = /^Delivery: ([\da-f-]{36})\s*$/m.exec(text)?.[1];
  if (lead === undefined || delivery === undefined) return [];
  return [{ lead, delivery, messageId, to: to.join(',') }];
}
