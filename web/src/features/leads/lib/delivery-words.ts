import type { ChannelKind } from '@desk/contracts/notifications/notifications.schemas';
import type { PurchaseState } from '@desk/contracts/billing/billing.schemas';
import type { Disposition } from '@desk/contracts/leads/sold-leads.schemas';

/** Total, so that a new value cannot be forgotten. */
export const channelNames: Record<ChannelKind, string> = {
  email: 'Email',
  sms: 'Text message',
  slack: 'Slack',
  webhook: 'Webhook',
};

export const dispositionLabels: Record<Disposition, string> = {
  new: 'New',
  contacted: 'Contacted',
  appointment: 'Appointment',
  won: 'Won',
  lost: 'Lost',
};

export interface ChargeWords {
  readonly name: string;
  readonly tone: 'brand' | 'money' | 'danger' | 'neutral';
  readonly text: string;
}

export const chargeWords: Record<PurchaseState, ChargeWords> = {
  pending: { name: 'Under way', tone: 'money', text: 'Your card is being charged.' },
  unknown: {
    name: 'Being confirmed',
    tone: 'money',
    text: 'The card provider has not answered yet. The charge is looked up until it is known; it is never made twice.',
  },
  succeeded: { name: 'Paid', tone: 'brand', text: 'Charged to your card on file.' },
  failed: { name: 'Failed', tone: 'danger', text: 'Your card was not charged.' },
  refunded: { name: 'Refunded', tone: 'neutral', text: 'The whole amount went back to your card.' },
};

const UNREACHED = 'no connection could be made';
const SLOW = 'there was no answer in time';

const reasons = new Map<string, string>([
  ['BAD_ADDRESS', 'this is not an address that mail can be sent to'],
  ['EENVELOPE', 'this is not an address that mail can be sent to'],
  ['ETIMEDOUT', SLOW],
  ['EABORT', SLOW],
  ['ECONNECTION', UNREACHED],
  ['ESOCKET', UNREACHED],
  ['ECONNREFUSED', UNREACHED],
  ['ECONNRESET', 'the connection broke'],
  ['EDNS', 'the server could not be found'],
  ['ENOTFOUND', 'the server could not be found'],
  ['ETLS', 'no secure connection could be made'],
  ['EAUTH', 'of a fault on our side'],
  ['NOT_COMPOSED', 'of a fault on our side'],
]);

/** RFC 5321, as far as it matters to who waits for the mail. */
function ofMailServer(status: number): string {
  if ([530, 534, 535, 538].includes(status)) return 'of a fault on our side';
  if ([550, 551, 553].includes(status)) return 'the mail server refused the address';
  if (status === 452 || status === 552) return 'the mailbox is full';
  return status < 500 ? 'the mail server asked to try later' : 'the mail server refused the message';
}

function ofWebServer(status: number): string {
  if (status === 404 || status === 410) return 'there is nothing at the address any more';
  if (status === 401 || status === 403) return 'the other side did not let us in';
  if (status === 429) return 'the other side asked to try later';
  return status < 500 ? 'the other side refused the message' : 'the other side was in trouble';
}

/** Why it was not taken, to stand behind 'because'; null when nobody knows. */
export function deliveryReason(code: string | null): string | null {
  const [, carrier, status] = /^(SMTP|HTTP)_(\d{3})$/.exec(code ?? '') ?? [];
  if (carrier === 'SMTP') return ofMailServer(Number(status));
  if (carrier === 'HTTP') return ofWebServer(Number(status));
  return reasons.get(code ?? '') ?? null;
}
