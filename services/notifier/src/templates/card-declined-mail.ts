import { formatInstant, oneLine } from './format.js';
import type { Mail } from './mail.js';
import { noticeMail } from './notice-mail.js';

export type DeclineReason = 'insufficient-funds' | 'approval-needed' | 'expired' | 'no-card' | 'other';

export interface CardDeclinedContent {
  readonly firstName: string;
  readonly reason: DeclineReason;
  /** ISO 8601. */
  readonly declinedAt: string;
}

interface Wording {
  readonly title: string;
  /** What happened, after the time. */
  readonly event: string;
  readonly why: string;
  readonly action: string;
}

const declined = (why: string): Wording => ({
  title: 'Your card was declined',
  event: 'we tried to charge your card for a lead, and the charge did not go through',
  why,
  action: 'Replace the card',
});

/** In plain words; never the bank's own code. */
const WORDINGS: Readonly<Record<DeclineReason, Wording>> = {
  'insufficient-funds': declined('Your bank said that there was not enough money available on the card.'),
  'approval-needed': declined(
    'Your bank wants you to approve charges on this card yourself, so it cannot be charged while you are away.',
  ),
  expired: declined('Your bank said that the card has expired.'),
  other: declined('Your bank declined the charge and did not tell us why. It can tell you.'),
  'no-card': {
    title: 'There is no card to charge',
    event: 'a lead was held for you, but it could not be charged',
    why: 'There was no card on file.',
    action: 'Add a card',
  },
};

/** Tells a buyer that leads have stopped, why, and the one thing to do. */
export function cardDeclinedMail(
  { firstName, reason, declinedAt }: CardDeclinedContent,
  { publicUrl }: { publicUrl: string },
): Mail {
  const { title, event, why, action } = WORDINGS[reason];
  return noticeMail({
    subject: `${title}: leads are on hold`,
    title,
    tone: 'warning',
    firstName: oneLine(firstName),
    paragraphs: [
      `On ${formatInstant(declinedAt)} ${event}. You have not been billed for that lead.`,
      why,
      'No more leads will come to you until a new card is saved. Then they start again at once.',
    ],
    action: { label: action, href: new URL('/settings', publicUrl).href },
    aside: 'If you have saved a new card since, there is nothing left to do.',
  });
}
