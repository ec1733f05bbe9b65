import { declineRules, isDeclineCode } from '@desk/contracts/billing/decline-codes.values';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { formatPhone } from '@desk/contracts/format/phone';
import { formatAmount } from '@desk/contracts/format/price';
import type { AdminLeadPage, AdminOffer } from '@desk/contracts/leads/lead-history.routes';
import type { AdminLeadDecision } from '@desk/contracts/leads/waiting-leads.http';
import { toCents } from '@desk/contracts/money';
import type { Delivery } from '@desk/contracts/notifications/deliveries.schemas';
import type { AdminRefund } from '@desk/contracts/billing/refunds.http';
import { describeFailureForAdmin } from '@/lib/delivery-failures';
import { formatName } from '@/lib/person-name';
import { pluralize } from '@/lib/numbers';
import { describeRequest } from '../payments/refunds';

export type StepKind =
  | 'received'
  | 'offered'
  | 'charge'
  | 'declined'
  | 'sold'
  | 'delivery'
  | 'delivered'
  | 'refund'
  | 'decision'
  | 'ended';
/** `waiting`: in progress, so it has no time yet. */
export type StepTone = 'plain' | 'good' | 'bad' | 'waiting';

export interface Step {
  readonly key: string;
  readonly kind: StepKind;
  readonly tone: StepTone;
  readonly title: string;
  readonly details: readonly string[];
  /** The card provider's ID of the charge or refund, or the reason why a refund or delivery failed. */
  readonly code: string | null;
  /** Null when the time was not recorded, or the step is in progress. */
  readonly at: string | null;
  readonly msSincePreviousStep: number | null;
}

/** A step before it is placed in the timeline. */
type Draft = Omit<Step, 'msSincePreviousStep'>;

/** Builds a step of neutral tone, without details or a code unless they are given. */
const draft = (
  kind: StepKind,
  key: string,
  at: string | null,
  title: string,
  rest: Partial<Pick<Draft, 'tone' | 'details' | 'code'>> = {},
): Draft => ({ key: `${kind}-${key}`, kind, tone: 'plain', title, details: [], code: null, at, ...rest });

export function refundSteps(refund: AdminRefund): Draft[] {
  const { id, status, note, requestedAt, succeededAt, endedAt, failureReason } = refund;
  const amount = formatAmount(toCents(refund.amount));
  const code = refund.stripeRefundId;
  const details = note === null ? [] : [note];
  const steps = [draft('refund', `${id}-requested`, requestedAt, describeRequest(refund), { details })];
  if (status === 'requested' || status === 'pending')
    steps.push(
      draft('refund', `${id}-open`, null, `Refund of ${amount} in progress`, { tone: 'waiting', code }),
    );
  if (succeededAt !== null)
    steps.push(draft('refund', `${id}-succeeded`, succeededAt, `Refunded ${amount}`, { tone: 'bad', code }));
  if (status === 'failed')
    steps.push(
      draft('refund', `${id}-failed`, endedAt, 'Refund failed', {
        tone: 'bad',
        details: ['The money did not reach the card. Request another refund, or pay the agent another way.'],
        code: failureReason,
      }),
    );
  if (status === 'canceled')
    steps.push(
      draft('refund', `${id}-canceled`, endedAt, 'Refund canceled: it moved no money', {
        code: failureReason,
      }),
    );
  return steps;
}

/** Returns a sentence for the admin. A code without a text of its own is shown unchanged. */
export function describeDecline(code: string | null): string {
  if (code === null) return 'No reason was given.';
  return isDeclineCode(code) ? declineRules[code].text : `The card was declined (${code}).`;
}

/** Builds the charge steps of an offer. Without an answer from billing, they come from the offer itself. */
function chargeSteps({ id, status, amountCents, closedAt, declineCode, purchase }: AdminOffer): Draft[] {
  const amount = formatAmount(purchase ? toCents(purchase.amount) : amountCents);
  const paymentId = purchase?.stripePaymentIntentId ?? null;
  const started =
    purchase === null
      ? []
      : [draft('charge', `${id}-started`, purchase.requestedAt, `Charge of ${amount} started`)];
  if (status === 'open') {
    const isUnknown = purchase?.status === 'unknown';
    const title = isUnknown ? 'Charge outcome unknown' : 'Charge in progress';
    const details = isUnknown
      ? ["The card provider's answer was lost. We keep checking until we know the outcome."]
      : [];
    return [...started, draft('charge', id, null, title, { tone: 'waiting', details, code: paymentId })];
  }
  if (status === 'charged') {
    const at = purchase?.purchasedAt ?? closedAt;
    return [...started, draft('charge', id, at, `Charged ${amount}`, { tone: 'good', code: paymentId })];
  }
  const isDeclined = status === 'declined';
  const reason = describeDecline(purchase?.declineCode ?? declineCode);
  const consequence = isDeclined
    ? 'The daily slot was released. This agent gets no more leads until the card is usable again.'
    : 'The daily slot was released. The card is not at fault.';
  return [
    ...started,
    draft('declined', id, closedAt, isDeclined ? 'Card declined' : 'Charge not completed', {
      tone: 'bad',
      details: [reason, consequence],
      code: paymentId,
    }),
  ];
}

function deliverySteps({ id, channel, address, status, ...delivery }: Delivery): Draft[] {
  const name = channelFacts[channel].label;
  const attempts = pluralize(delivery.attempts, 'attempt');
  const queued = draft('delivery', `${id}-queued`, delivery.queuedAt, `${name} queued`, {
    details: [`To ${formatPhone(address)}`],
  });
  const isArrivalOpen = channelFacts[channel].confirmsArrival === true && delivery.confirmedAt === null;
  if (status === 'sent')
    return [
      queued,
      draft('delivered', id, delivery.sentAt, `${name} ${isArrivalOpen ? 'sent' : 'delivered'}`, {
        tone: 'good',
        details: [attempts],
      }),
    ];
  const code = delivery.lastErrorCode;
  if (status === 'failed') {
    const details = [describeFailureForAdmin(code, channel), `Failed after ${attempts}`];
    return [
      queued,
      draft('delivery', id, delivery.failedAt, `${name} failed`, { tone: 'bad', details, code }),
    ];
  }
  const reason = code === null ? [] : [describeFailureForAdmin(code, channel)];
  const details = delivery.attempts === 0 ? [] : [...reason, `${attempts} so far, trying again`];
  return [queued, draft('delivery', id, null, `${name} in progress`, { tone: 'waiting', details, code })];
}

function offerSteps(offer: AdminOffer): Draft[] {
  const offered = draft('offered', offer.id, offer.reservedAt, `Offered to ${formatName(offer.buyer)}`, {
    details: [`Daily slot ${offer.slotNumber} of ${offer.limitInForce}`],
  });
  return [offered, ...chargeSteps(offer)];
}

function decisionStep({ id, kind, decidedAt, admin, buyer, reason, ...decision }: AdminLeadDecision): Draft {
  const title =
    kind === 'withdrawn'
      ? `Withdrawn by ${formatName(admin)}`
      : `Re-routed to ${formatName(buyer)} by ${formatName(admin)}`;
  const details = [
    ...(decision.overrodeFilters ? ["Against the agent's filters"] : []),
    ...(reason === '' ? [] : [`Reason: ${reason}`]),
  ];
  return draft('decision', id, decidedAt, title, { tone: kind === 'withdrawn' ? 'bad' : 'plain', details });
}

/** The money went back without a refund, such as after a lost dispute. */
const isRefundedSilently = ({ purchase }: AdminOffer): boolean =>
  purchase?.status === 'refunded' && purchase.refunds.length === 0;

/** Builds the steps without a recorded time, which follow from the lead's current state. */
function endingSteps(lead: AdminLeadPage): Draft[] {
  const refunds = lead.offers
    .filter(isRefundedSilently)
    .map(({ id }) => draft('ended', id, null, 'Payment refunded', { tone: 'bad' }));
  const isPreparing =
    lead.unavailable?.includes('notifier') !== true &&
    lead.offers.every(({ deliveries }) => deliveries.length === 0);
  if (lead.status === 'sold' && lead.deliveredAt === null && isPreparing && refunds.length === 0)
    return [draft('ended', 'preparing', null, 'Preparing delivery', { tone: 'waiting' })];
  if (lead.status === 'available')
    return [...refunds, draft('ended', 'waiting', null, 'Waiting for an agent', { tone: 'waiting' })];
  if (lead.status === 'expired' && !lead.withdrawnAt)
    return [
      ...refunds,
      draft('ended', 'expired', null, 'Expired before an agent could buy it', { tone: 'bad' }),
    ];
  return refunds;
}

const missingStep = (what: string): Draft =>
  draft('ended', what, null, `${what} could not be loaded`, {
    tone: 'bad',
    details: ['Refresh the page to try again.'],
  });

/** Builds a step for what services that did not answer may know of. */
function missingSteps({ offers, unavailable = [] }: AdminLeadPage): Draft[] {
  const isSold = offers.some(({ status }) => status === 'charged');
  return [
    ...(offers.length > 0 && unavailable.includes('billing') ? [missingStep('Charges and refunds')] : []),
    ...(isSold && unavailable.includes('notifier') ? [missingStep('Deliveries')] : []),
  ];
}

/** Keeps cause before effect among steps of the same instant (the sort is stable), and undated steps last. */
const byTime = (a: Draft, b: Draft): number =>
  a.at === null || b.at === null
    ? Number(a.at === null) - Number(b.at === null)
    : Date.parse(a.at) - Date.parse(b.at);

/** Returns every event of a lead in order, from the funnel to the agent's channels. */
export function buildLeadTimeline(lead: AdminLeadPage): Step[] {
  const reference = lead.reference === null ? [] : [`Funnel reference: ${lead.reference}`];
  const drafts = [
    draft('received', lead.id, lead.receivedAt, `Received from ${lead.funnelName}`, { details: reference }),
    ...lead.decisions.map(decisionStep),
    ...lead.offers.flatMap(offerSteps),
    ...(lead.soldAt === null
      ? []
      : [draft('sold', lead.id, lead.soldAt, `Sold to ${formatName(lead.buyer)}`, { tone: 'good' })]),
    ...lead.offers.flatMap(({ deliveries }) => deliveries).flatMap(deliverySteps),
    ...lead.offers.flatMap(({ purchase }) => purchase?.refunds ?? []).flatMap(refundSteps),
    ...missingSteps(lead),
    ...endingSteps(lead),
  ];
  let previousAt: number | null = null;
  return [...drafts].sort(byTime).map((step) => {
    const at = step.at === null ? null : Date.parse(step.at);
    const msSincePreviousStep = at === null || previousAt === null ? null : at - previousAt;
    previousAt = at ?? previousAt;
    return { ...step, msSincePreviousStep };
  });
}
