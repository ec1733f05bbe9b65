import type { DeclineMail } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export type DeclineReason = DeclineMail;

export interface CardDeclinedContent {
  readonly firstName: string;
  readonly reason: DeclineReason;
  /** ISO 8601. */
  readonly declinedAt: string;
}

interface Wording {
  readonly title: string;
  /** Completes the sentence "On <time> …". */
  readonly event: string;
  readonly explanation: string;
  readonly actionLabel: string;
}

const declinedBecause = (explanation: string): Wording => ({
  title: 'Your card was declined',
  event: "we tried to charge your card for a lead, but the charge didn't go through",
  explanation,
  actionLabel: 'Replace your card',
});

/** In plain words, never the bank's own code. */
const WORDINGS: Readonly<Record<DeclineReason, Wording>> = {
  'insufficient-funds': declinedBecause("Your bank said the card doesn't have enough funds."),
  'approval-needed': declinedBecause(
    "Your bank wants you to approve each charge on this card, so we can't charge it automatically.",
  ),
  expired: declinedBecause('Your bank said the card has expired.'),
  other: declinedBecause(
    "Your bank declined the charge and didn't give us a reason. Your bank can tell you more.",
  ),
  'no-card': {
    title: 'You have no card on file',
    event: "we reserved a lead for you, but couldn't charge you for it",
    explanation: 'There is no card on file for your account.',
    actionLabel: 'Add a card',
  },
};

const RESUME = {
  'no-card': "You won't get new leads until you save a new card. As soon as you do, they'll start again.",
  declined:
    "You won't get new leads until this card works again or you replace it. Your settings show what you can do; leads then start at once.",
} as const;

/** Renders the email that explains why a buyer's leads are on hold and how to resume them. */
export function renderCardDeclinedMail(
  { firstName, reason, declinedAt }: CardDeclinedContent,
  { publicUrl }: MailContext,
): Mail {
  const { title, event, explanation, actionLabel } = WORDINGS[reason];
  return renderNoticeMail({
    subject: `${title}: your leads are on hold`,
    title,
    tone: 'warning',
    firstName: toSingleLine(firstName),
    paragraphs: [
      `On ${formatInstant(declinedAt)} ${event}. You haven't been charged for that lead.`,
      explanation,
      RESUME[reason === 'no-card' ? 'no-card' : 'declined'],
    ],
    action: { label: actionLabel, href: new URL('/settings?tab=billing', publicUrl).href },
    footnote: "If you've already done so, you can ignore this email.",
  });
}
