import type { Arrived, Email, Hook, SlackPost, Text } from '../faults/sandbox-control.js';

/** A delivery over a channel that an agent added, according to the database. */
export interface ChannelDelivery {
  readonly id: string;
  readonly lead: string;
  readonly kind: 'webhook' | 'sms' | 'slack';
  readonly status: string;
  /** The path of the endpoint, the phone number, or the Slack channel and workspace. */
  readonly address: string;
}

/** A message as its recipient received it. */
interface Message extends Pick<ChannelDelivery, 'kind' | 'lead' | 'address'> {
  /** Undefined if the channel knows no id. */
  readonly id: string | undefined;
}

/** Compares what arrived at endpoints, phones and in Slack with the deliveries. Returns the differences. */
export function compareChannelMessages(deliveries: readonly ChannelDelivery[], arrived: Arrived): object[] {
  const messages = parseAll(arrived);
  const faults: object[] = [];
  for (const { id, lead, kind, status, address } of deliveries) {
    const ofDelivery = messages.filter((message) => message.kind === kind && message.lead === lead);
    if (status === 'sent' && ofDelivery.length === 0)
      faults.push({ lead, kind, fault: 'status is sent, but it did not arrive' });
    if (ofDelivery.some((message) => !address.endsWith(message.address)))
      faults.push({ lead, kind, fault: 'arrived at the wrong agent' });
    if (ofDelivery.some((message) => message.id !== undefined && message.id !== id))
      faults.push({ lead, kind, fault: 'arrived under the id of another delivery' });
  }
  const delivered = new Set(deliveries.map(({ kind, lead }) => `${kind} ${lead}`));
  for (const { kind, lead } of messages)
    if (!delivered.has(`${kind} ${lead}`)) faults.push({ lead, kind, fault: 'sent, but not sold' });
  return faults;
}

export interface Arrivals {
  readonly messages: number;
  /** How many of the messages repeat an earlier one. */
  readonly repeated: number;
}

/** Counts the emails, and the leads that arrived over other channels. */
export function countArrivals(emails: readonly Pick<Email, 'count'>[], arrived: Arrived): Arrivals {
  const others = parseAll(arrived);
  const different = new Set(others.map(({ kind, lead }) => `${kind} ${lead}`)).size + emails.length;
  const messages = emails.reduce((sum, { count }) => sum + count, others.length);
  return { messages, repeated: messages - different };
}

const parseAll = ({ hooks, sms, slack }: Arrived): Message[] => [
  ...hooks.flatMap(parseHook),
  ...sms.flatMap(parseText),
  ...slack.flatMap(parseSlackPost),
];

function parseHook({ name, headers, body }: Hook): Message[] {
  const { type, data } = JSON.parse(body) as { type: string; data: { lead_id: string } };
  if (type !== 'lead.sold') return [];
  return [
    {
      kind: 'webhook',
      lead: data.lead_id,
      address: `/hooks/${name}`,
      id: headers['webhook-id']?.replace(/^msg_/, ''),
    },
  ];
}

/** Returns an empty array for codes and replies. */
function parseText({ to, body }: Text): Message[] {
  const lead = /\/leads\/([\da-f-]{36})/.exec(body)?.[1];
  return lead === undefined ? [] : [{ kind: 'sms', lead, address: to, id: undefined }];
}

/** Returns an empty array for a greeting. The sandbox derives the id of a Slack channel from its name. */
function parseSlackPost({ destination, payload }: SlackPost): Message[] {
  const ids = payload.metadata?.event_payload;
  if (!ids) return [];
  const address = `#${destination.slice(1).toLowerCase()} in Sandbox`;
  return [{ kind: 'slack', lead: ids.lead_id, address, id: ids.delivery_id }];
}
