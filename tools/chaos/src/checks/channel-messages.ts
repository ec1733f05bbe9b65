import type { Email, Hook, Text } from '../faults/sandbox-control.js';

/** A delivery over a webhook or as a text message, according to the database. */
export interface ChannelDelivery {
  readonly id: string;
  readonly lead: string;
  readonly kind: 'webhook' | 'sms';
  readonly status: string;
  /** The address of the endpoint, or the phone number. */
  readonly address: string;
}

/** A message as its recipient received it. */
interface Message {
  readonly kind: 'webhook' | 'sms';
  readonly lead: string;
  readonly address: string;
  /** Undefined if the channel knows no id. */
  readonly id: string | undefined;
}

/** Compares what arrived at endpoints and phones with the deliveries. Returns the differences. */
export function compareChannelMessages(
  deliveries: readonly ChannelDelivery[],
  hooks: readonly Hook[],
  texts: readonly Text[],
): object[] {
  const messages = [...hooks.flatMap(parseHook), ...texts.flatMap(parseText)];
  const faults: object[] = [];
  for (const { id, lead, kind, status, address } of deliveries) {
    const arrived = messages.filter((message) => message.kind === kind && message.lead === lead);
    if (status === 'sent' && arrived.length === 0)
      faults.push({ lead, kind, fault: 'status is sent, but it did not arrive' });
    if (arrived.some((message) => !address.endsWith(message.address)))
      faults.push({ lead, kind, fault: 'arrived at the wrong agent' });
    if (arrived.some((message) => message.id !== undefined && message.id !== `msg_${id}`))
      faults.push({ lead, kind, fault: 'arrived under the id of another delivery' });
  }
  const delivered = new Set(deliveries.map(({ kind, lead }) => `${kind} ${lead}`));
  for (const { kind, lead } of messages)
    if (!delivered.has(`${kind} ${lead}`)) faults.push({ lead, kind, fault: 'sent, but not sold' });
  return faults;
}

export interface Arrivals {
  readonly messages: number;
  /** Of them, those that repeat an earlier one. */
  readonly repeated: number;
}

/** Counts the emails, and the leads that arrived at endpoints and phones. */
export function countArrivals(
  emails: readonly Pick<Email, 'count'>[],
  hooks: readonly Hook[],
  texts: readonly Text[],
): Arrivals {
  const others = [...hooks.flatMap(parseHook), ...texts.flatMap(parseText)];
  const different = new Set(others.map(({ kind, lead }) => `${kind} ${lead}`)).size + emails.length;
  const messages = emails.reduce((sum, { count }) => sum + count, others.length);
  return { messages, repeated: messages - different };
}

function parseHook({ name, headers, body }: Hook): Message[] {
  const { type, data } = JSON.parse(body) as { type: string; data: { lead_id: string } };
  if (type !== 'lead.sold') return [];
  return [{ kind: 'webhook', lead: data.lead_id, address: `/hooks/${name}`, id: headers['webhook-id'] }];
}

/** Returns an empty array for codes and replies. */
function parseText({ to, body }: Text): Message[] {
  const lead = /\/leads\/([\da-f-]{36})/.exec(body)?.[1];
  return lead === undefined ? [] : [{ kind: 'sms', lead, address: to, id: undefined }];
}
