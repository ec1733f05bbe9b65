import {
  type buyerReviewChanged,
  type cardExpiring,
  type DeclineMail,
  declineRules,
  isDeclineCode,
  type offerDeclined,
} from '@desk/contracts';
import { formatExpiryMonth, formatInstant } from './format.js';
import type { About } from './mail.js';
import type { Notice } from './notice-mail.js';

type CardDeclined = About<typeof offerDeclined, 'declineCode' | 'declinedAt'>;

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
const WORDINGS: Readonly<Record<DeclineMail, Wording>> = {
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

/** Writes the email that explains why a buyer's leads are on hold and how to resume them. */
export function writeCardDeclinedMail(
  { firstName, declineCode, declinedAt }: CardDeclined,
  timeZone?: string,
): Notice {
  const reason = isDeclineCode(declineCode) ? declineRules[declineCode].mail : 'other';
  const { title, event, explanation, actionLabel } = WORDINGS[reason];
  return {
    subject: `${title}: your leads are on hold`,
    title,
    isWarning: true,
    firstName,
    paragraphs: [
      `On ${formatInstant(declinedAt, timeZone)} ${event}. You haven't been charged for that lead.`,
      explanation,
      RESUME[reason === 'no-card' ? 'no-card' : 'declined'],
    ],
    action: { label: actionLabel, to: '/settings?tab=billing' },
    footnote: "If you've already done so, you can ignore this email.",
  };
}

type CardExpiring = About<typeof cardExpiring, 'last4' | 'expMonth' | 'expYear'>;

/** Writes the email that asks for a new card before the one on file expires. */
export function writeCardExpiringMail({ firstName, last4, expMonth, expYear }: CardExpiring): Notice {
  const end = formatExpiryMonth(expMonth, expYear);
  return {
    subject: `Your card ending in ${last4} expires at the end of ${end}`,
    title: 'Your card expires soon',
    isWarning: true,
    firstName,
    paragraphs: [
      `The card ending in ${last4} that we charge for your leads expires at the end of ${end}.`,
      'Replace it before then, so that your leads continue without a break.',
    ],
    action: { label: 'Replace your card', to: '/settings?tab=billing' },
    footnote:
      "Your bank may give us the new date by itself. If your settings show it already, there's nothing to do.",
  };
}

/** Writes the email that explains why a dispute stops the agent's leads. */
export function writeUnderReviewMail(
  { firstName, at }: About<typeof buyerReviewChanged, 'at'>,
  timeZone?: string,
): Notice {
  return {
    subject: 'A charge was disputed: your leads are on hold',
    title: 'A charge was disputed',
    isWarning: true,
    firstName,
    paragraphs: [
      `On ${formatInstant(at, timeZone)} your bank told us that you dispute a charge for one of your leads.`,
      "You won't get new leads, and no further charges, until we have looked at it. We'll do so within two business days.",
      'If you did not mean to dispute the charge, ask your bank to withdraw the dispute and reply to this email.',
    ],
    action: { label: 'See your dashboard', to: '/dashboard' },
    footnote: 'Problems with a lead are solved faster if you write to us than if you dispute its charge.',
  };
}
