import type { AdminLeadPage, AdminOffer } from '@desk/contracts/leads/lead-ledger.http';
import type { Delivery } from '@desk/contracts/notifications/notifications.schemas';
import { describeFailureForAdmin } from '../../../lib/delivery-failures';
import { formatPhone } from '../../../lib/phone';
import { describeDecline } from './describe-decline';
import { channelNames, nameOf } from './names';

export type StepKind =
  'received' | 'offered' | 'charge' | 'refused' | 'sold' | 'delivery' | 'delivered' | 'ended';
/** `waiting`: it is not over yet, and has no time. */
export type StepTone = 'plain' | 'good' | 'bad' | 'waiting';

export interface Step {
  readonly key: string;
  readonly kind: StepKind;
  readonly tone: StepTone;
  readonly title: string;
  readonly lines: readonly string[];
  /** The card provider's id of the charge, or a code of the other side. */
  readonly code: string | null;
  /** Null when nobody wrote down when, or it is still to come. */
  readonly at: string | null;
  /** Milliseconds since the step before. */
  readonly gapMs: number | null;
}

type Draft = Omit<Step, 'gapMs'>;

const draft = (
  kind: StepKind,
  key: string,
  at: string | null,
  title: string,
  rest: Partial<Pick<Draft, 'tone' | 'lines' | 'code'>> = {},
): Draft => ({ key: `${kind}-${key}`, kind, tone: 'plain', title, lines: [], code: null, at, ...rest });

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** How the charge of an offer went; the time it ended is the offer's when billing cannot be asked. */
function chargeSteps({ id, status, amountCents, closedAt, declineCode, purchase }: AdminOffer): Draft[] {
  const amount = purchase === null ? dollars(amountCents) : `$${purchase.amount}`;
  const intent = purchase?.stripePaymentIntentId ?? null;
  const requested =
    purchase === null
      ? []
      : [draft('charge', `${id}-asked`, purchase.requestedAt, `Charge of ${amount} begun`)];
  if (status === 'open') {
    const isLost = purchase?.status === 'unknown';
    const lines = isLost
      ? ["The card provider's answer was lost; the charge is looked up until it is known."]
      : [];
    const title = isLost ? 'Outcome of the charge not known yet' : 'Charge under way';
    return [...requested, draft('charge', id, null, title, { tone: 'waiting', lines, code: intent })];
  }
  if (status === 'charged') {
    const at = purchase?.purchasedAt ?? closedAt;
    return [...requested, draft('charge', id, at, `Charged ${amount}`, { tone: 'good', code: intent })];
  }
  const isDeclined = status === 'declined';
  const reason = describeDecline(purchase?.declineCode ?? declineCode);
  const after = isDeclined
    ? 'The unit was given back, and this card gets no more leads until it is replaced.'
    : 'The unit was given back. The card is not to blame.';
  return [
    ...requested,
    draft('refused', id, closedAt, isDeclined ? 'Card declined' : 'Charge given up', {
      tone: 'bad',
      lines: [reason, after],
      code: intent,
    }),
  ];
}

function deliverySteps({ id, channel, address, status, ...delivery }: Delivery): Draft[] {
  const name = channelNames[channel];
  const attempts = plural(delivery.attempts, 'attempt');
  const queued = draft('delivery', `${id}-queued`, delivery.queuedAt, `${name} queued`, {
    lines: [`To ${formatPhone(address)}`],
  });
  if (status === 'sent')
    return [
      queued,
      draft('delivered', id, delivery.sentAt, `${name} delivered`, { tone: 'good', lines: [attempts] }),
    ];
  const reason = delivery.lastErrorCode === null ? [] : [describeFailureForAdmin(delivery.lastErrorCode)];
  const code = delivery.lastErrorCode;
  if (status === 'failed') {
    const lines = [describeFailureForAdmin(code), `Given up after ${attempts}`];
    return [queued, draft('delivery', id, delivery.failedAt, `${name} failed`, { tone: 'bad', lines, code })];
  }
  const lines = delivery.attempts === 0 ? [] : [...reason, `${attempts} so far; it is tried again`];
  return [queued, draft('delivery', id, null, `${name} under way`, { tone: 'waiting', lines, code })];
}

function offerSteps(offer: AdminOffer): Draft[] {
  const unit = `Unit ${offer.slotNumber} of ${offer.limitInForce} for the day`;
  const offered = draft('offered', offer.id, offer.reservedAt, `Offered to ${nameOf(offer.buyer)}`, {
    lines: [unit],
  });
  return [offered, ...chargeSteps(offer)];
}

const isRefunded = (offer: AdminOffer): boolean => offer.purchase?.status === 'refunded';

/** What is not written down with a time: how it stands now. */
function endings(lead: AdminLeadPage): Draft[] {
  const refunds = lead.offers
    .filter(isRefunded)
    .map(({ id }) => draft('ended', id, null, 'Payment refunded', { tone: 'bad' }));
  const isHandedOver = lead.offers.some(({ deliveries }) => deliveries.length > 0);
  if (lead.status === 'sold' && lead.deliveredAt === null && !isHandedOver && refunds.length === 0)
    return [draft('ended', 'handing-over', null, 'Being handed over for delivery', { tone: 'waiting' })];
  if (lead.status === 'available')
    return [...refunds, draft('ended', 'waiting', null, 'Waiting for an agent', { tone: 'waiting' })];
  if (lead.status === 'expired')
    return [
      ...refunds,
      draft('ended', 'expired', null, 'Expired: no agent could take it in time', { tone: 'bad' }),
    ];
  return refunds;
}

/** Steps of one moment keep the order in which one leads to the other; those without a time come last. */
const byTime = (a: Draft, b: Draft): number =>
  a.at === null || b.at === null
    ? Number(a.at === null) - Number(b.at === null)
    : Date.parse(a.at) - Date.parse(b.at);

/** A lead's whole way, from the funnel to the agent's channels. */
export function timelineOf(lead: AdminLeadPage): Step[] {
  const reference = lead.reference === null ? [] : [`Its own reference: ${lead.reference}`];
  const drafts = [
    draft('received', lead.id, lead.receivedAt, `Received from ${lead.funnelName}`, { lines: reference }),
    ...lead.offers.flatMap(offerSteps),
    ...(lead.soldAt === null
      ? []
      : [draft('sold', lead.id, lead.soldAt, `Sold to ${nameOf(lead.buyer)}`, { tone: 'good' })]),
    ...lead.offers.flatMap(({ deliveries }) => deliveries).flatMap(deliverySteps),
    ...endings(lead),
  ];
  let last: number | null = null;
  return [...drafts].sort(byTime).map((step) => {
    const at = step.at === null ? null : Date.parse(step.at);
    const gapMs = at === null || last === null ? null : at - last;
    last = at ?? last;
    return { ...step, gapMs };
  });
}
