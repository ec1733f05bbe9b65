import {
  formatAmount,
  isRefundProblem,
  type leadRefunded,
  type leadSold,
  type MoneyBackReason,
  type ProblemReason,
  type problemReportChanged,
  type ProblemReportState,
} from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { About } from './mail.js';
import type { Notice } from './notice-mail.js';

type Receipt = About<typeof leadSold, 'amountCents' | 'soldAt' | 'leadId' | 'offerId'>;

/** Writes the receipt of a charge. It contains no personal data of the lead, so that it can be forwarded. */
export function writeReceiptMail(content: Receipt, timeZone?: string): Notice {
  const { firstName, amountCents, soldAt, leadId, offerId } = content;
  const amount = formatAmount(amountCents);
  const time = formatInstant(soldAt, timeZone);
  return {
    subject: `Receipt: ${amount} for one lead`,
    title: 'Your receipt',
    firstName,
    paragraphs: [`We charged your card ${amount} for one lead, sold exclusively to you.`],
    action: { label: 'Open the lead', to: `/leads/${leadId}` },
    details: [
      { label: 'Price charged', value: amount },
      { label: 'Sold', value: time },
      { label: 'Lead', value: leadId },
      { label: 'Sale', value: offerId },
    ],
    footnote: 'You asked for an email with the receipt of each lead.',
  };
}

type Refund = About<typeof leadRefunded, 'leadId' | 'amountCents' | 'reason' | 'refundedAt'>;

const EXPLANATIONS: Readonly<Record<MoneyBackReason, string>> = {
  undeliverable: "We couldn't deliver this lead to you on any of your channels.",
  'not-delivered': "This lead wasn't delivered to you.",
  'duplicate-charge': 'You were charged more than once for this lead.',
  goodwill: 'We decided to give you the money back.',
  'made-at-provider': 'We decided to give you the money back.',
  'dispute-lost': 'Your bank decided the dispute about this charge in your favor.',
};

/** Writes the email about a lead's payment that went back to the card. */
export function writeRefundMail(content: Refund, timeZone?: string): Notice {
  const { firstName, leadId, amountCents, reason, refundedAt } = content;
  const amount = formatAmount(amountCents);
  return {
    subject: `You got ${amount} back`,
    firstName,
    paragraphs: [
      `On ${formatInstant(refundedAt, timeZone)} we returned what you paid for a lead to the card that was charged.`,
      EXPLANATIONS[reason],
      'Your bank usually shows the money within 5 to 10 days. The contact details of the lead were removed from your dashboard.',
    ],
    action: { label: 'See the lead', to: `/leads/${leadId}` },
    footnote: "If you don't see the money after 10 days, ask your bank first, then reply to this email.",
  };
}

export type ProblemReportContent = About<
  typeof problemReportChanged,
  'leadId' | 'reason' | 'state' | 'declineReason' | 'at'
>;

const PROBLEMS: Readonly<Record<ProblemReason, string>> = {
  'duplicate-charge': 'you were charged twice for it',
  'not-delivered': "it wasn't delivered to you",
  'wrong-number': 'the phone number is wrong',
  'wrong-person': 'it is not the person in the lead',
  'not-interested': 'the person is not interested',
  'already-working': 'the person already works with another agent',
  other: 'something else is wrong',
};

const SUBJECTS: Readonly<Record<ProblemReportState, string>> = {
  reported: 'We got your report',
  'in-review': 'We are reviewing your report',
  approved: 'We are returning your money',
  declined: 'We declined your report',
  recorded: 'Thanks for your feedback',
};

const explain = ({ state, declineReason }: ProblemReportContent): string[] => {
  switch (state) {
    case 'reported':
      return ["We'll check the charge and the delivery log, and write to you when we have decided."];
    case 'in-review':
      return ["We are checking the charge and the delivery log. We'll write to you when we have decided."];
    case 'approved':
      return [
        'The whole payment goes back to the card that was charged. You get another email when the money is on its way.',
      ];
    case 'declined':
      return [
        `We can't return the money for this lead. The reason: ${toSingleLine(declineReason ?? '')}`,
        'If you have new information, reply to this email.',
      ];
    case 'recorded':
      return [
        'We record it for the source of this lead.',
        'It does not lead to a refund: all sales are final, unless you were charged twice or the lead was not delivered.',
      ];
  }
};

/** Writes the email about the state of a problem that the agent reported. */
export function writeProblemReportMail(content: ProblemReportContent, timeZone?: string): Notice {
  const { firstName, leadId, reason, state, at } = content;
  return {
    subject: SUBJECTS[state],
    firstName,
    paragraphs: [
      state === 'reported' || state === 'recorded'
        ? `On ${formatInstant(at, timeZone)} you reported a problem with a lead: ${PROBLEMS[reason]}.`
        : `You reported a problem with a lead: ${PROBLEMS[reason]}.`,
      ...explain(content),
    ],
    action: { label: 'See the lead', to: `/leads/${leadId}` },
    footnote: isRefundProblem(reason)
      ? "You can see every step on the lead's page."
      : "You can see your report on the lead's page.",
  };
}
