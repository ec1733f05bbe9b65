import { isRefundProblem, type ProblemReason, type ProblemReportState } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface ProblemReportContent {
  readonly firstName: string;
  readonly leadId: string;
  readonly reason: ProblemReason;
  readonly state: ProblemReportState;
  /** Why it was declined; null otherwise. */
  readonly declineReason: string | null;
  /** ISO 8601. */
  readonly at: string;
}

const PROBLEMS: Readonly<Record<ProblemReason, string>> = {
  'duplicate-charge': 'you were charged twice for it',
  'not-delivered': "it wasn't delivered to you",
  'wrong-number': 'the phone number is wrong',
  'wrong-person': 'it is not the person in the lead',
  'not-interested': 'the person is not interested',
  'already-working': 'the person already works with another agent',
  other: 'something else is wrong',
};

const TITLES: Readonly<Record<ProblemReportState, string>> = {
  reported: 'We got your report',
  'in-review': 'We are looking at your report',
  approved: 'We are returning your money',
  declined: 'We declined your report',
  recorded: 'Thanks for your feedback',
};

const explain = ({ state, declineReason }: ProblemReportContent): string[] => {
  switch (state) {
    case 'reported':
      return ["We'll check the charge and the delivery log, and write to you when we have decided."];
    case 'in-review':
      return [
        "Somebody is checking the charge and the delivery log. We'll write to you when we have decided.",
      ];
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

/** Renders the email that tells an agent what became of a problem that they reported. */
export function renderProblemReportMail(content: ProblemReportContent, { publicUrl }: MailContext): Mail {
  const { firstName, leadId, reason, state, at } = content;
  return renderNoticeMail({
    subject: TITLES[state],
    title: TITLES[state],
    tone: 'plain',
    firstName: toSingleLine(firstName),
    paragraphs: [
      state === 'reported' || state === 'recorded'
        ? `On ${formatInstant(at)} you reported a problem with a lead: ${PROBLEMS[reason]}.`
        : `You reported a problem with a lead: ${PROBLEMS[reason]}.`,
      ...explain(content),
    ],
    action: { label: 'See the lead', href: new URL(`/leads/${leadId}`, publicUrl).href },
    footnote: isRefundProblem(reason)
      ? 'You see every step on the page of the lead.'
      : 'You see your report on the page of the lead.',
  });
}
