import {
  channelFacts,
  consentFieldEntries,
  type Delivery,
  type Dispute,
  type Purchase,
  toDecimal,
} from '@desk/contracts';
import type { ResponseOf, getLead, UserDetails } from '@desk/contracts';
import type { UserName } from '../names/names.service.js';

export interface EvidenceSources {
  readonly dispute: Dispute;
  readonly buyer: UserName | null;
  /** The terms that the buyer accepted; null if that was not recorded. */
  readonly terms: UserDetails['terms'];
  readonly lead: ResponseOf<typeof getLead>;
  readonly purchases: readonly Purchase[];
  readonly deliveries: readonly Delivery[];
  readonly collectedAt: string;
}

type Line = readonly [label: string, value: string | null | undefined];

const NOTHING = '(none)';

/** Values come from other people. Their further lines are indented, so that none looks like ours. */
const section = (title: string, lines: readonly Line[]): string =>
  [
    title,
    '='.repeat(title.length),
    ...lines.map(([label, value]) => `${label}: ${indent(value ?? NOTHING)}`),
  ].join('\n');

const indent = (value: string): string => value.replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\n    ');

const describeDispute = ({ dispute, buyer, lead, collectedAt }: EvidenceSources): string =>
  section('Dispute', [
    ['Dispute at the card provider', dispute.stripeDisputeId],
    ['Reason given', dispute.reason],
    ['Amount', `$${toDecimal(dispute.amountCents)}`],
    ['Opened', dispute.openedAt],
    ['Evidence due by', dispute.evidenceDueBy],
    ['Customer', buyer && `${buyer.firstName} ${buyer.lastName}`.trim()],
    ['Service', `One exclusive sales lead (${lead.leadType}), delivered electronically`],
    ['Collected', collectedAt],
  ]);

const describeReceipt = ({ dispute, lead, purchases }: EvidenceSources): string => {
  const paid = purchases.find(({ id }) => id === dispute.purchaseId);
  return section('Exclusivity receipt', [
    ['Receipt number', paid?.offerId],
    ['Payment', paid?.stripePaymentIntentId],
    ['Charged', paid?.purchasedAt],
    ['Sold once, to this customer', lead.soldAt],
    ['Other customers who bought this lead', '0'],
  ]);
};

const describeTerms = ({ terms }: EvidenceSources): string =>
  section('Terms of Service that the customer accepted', [
    ['Accepted', terms?.acceptedAt],
    ['Version', terms?.version],
    ['From network', terms?.network],
    ['Refunds', terms && 'All sales are final, with refunds only for duplicate charges or non-delivery'],
  ]);

const describeConsent = ({ lead }: EvidenceSources): string =>
  section(
    "The consumer's consent",
    consentFieldEntries.map(([name, { label }]) => [label, lead.consent?.[name]]),
  );

const describeDelivery = (delivery: Delivery, index: number): string =>
  section(`Delivery ${index + 1}: ${channelFacts[delivery.channel].label}`, [
    ['To', delivery.address],
    ['State', delivery.status],
    ['Attempts', String(delivery.attempts)],
    ['Queued', delivery.queuedAt],
    ['Sent', delivery.sentAt],
    ['Confirmed by the carrier', delivery.confirmedAt],
    ['Failed', delivery.failedAt],
  ]);

function describeTimeline({ lead, purchases, deliveries, dispute }: EvidenceSources): string {
  const paid = purchases.find(({ id }) => id === dispute.purchaseId);
  const steps: [at: string | null | undefined, event: string][] = [
    [lead.receivedAt, `Lead received from ${lead.funnelName}`],
    [paid?.requestedAt, 'Charge requested'],
    [paid?.purchasedAt, 'Charge succeeded'],
    [lead.soldAt, 'Lead sold to the customer'],
    ...deliveries.map(({ channel, sentAt }): [string | null, string] => [
      sentAt,
      `Delivered: ${channelFacts[channel].label}`,
    ]),
    ...(paid?.refunds ?? []).map(({ succeededAt }): [string | null, string] => [succeededAt, 'Refunded']),
    [dispute.openedAt, 'Dispute opened'],
    [dispute.closedAt, `Dispute closed: ${dispute.status}`],
  ];
  const known = steps.filter((step): step is [string, string] => typeof step[0] === 'string');
  return section(
    'Timeline (UTC)',
    known.toSorted(([a], [b]) => a.localeCompare(b)).map(([at, event]) => [at, event]),
  );
}

/** Returns everything that proves a sale, as text that can be sent to the card provider. */
export const renderEvidence = (sources: EvidenceSources): string =>
  [
    describeDispute(sources),
    describeReceipt(sources),
    describeTerms(sources),
    describeConsent(sources),
    ...sources.deliveries.map(describeDelivery),
    describeTimeline(sources),
  ].join('\n\n') + '\n';
