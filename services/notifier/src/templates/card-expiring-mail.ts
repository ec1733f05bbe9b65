import { formatExpiryMonth, toSingleLine } from './format.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface CardExpiringContent {
  readonly firstName: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** Renders the email that asks for a new card before the one on file expires. */
export function renderCardExpiringMail(
  { firstName, last4, expMonth, expYear }: CardExpiringContent,
  { publicUrl }: MailContext,
): Mail {
  const end = formatExpiryMonth(expMonth, expYear);
  return renderNoticeMail({
    subject: `Your card ending in ${last4} expires at the end of ${end}`,
    title: 'Your card expires soon',
    tone: 'warning',
    firstName: toSingleLine(firstName),
    paragraphs: [
      `The card ending in ${last4} that we charge for your leads expires at the end of ${end}.`,
      'Replace it before then, so that your leads continue without a break.',
    ],
    action: { label: 'Replace your card', href: new URL('/settings?tab=billing', publicUrl).href },
    footnote:
      "Your bank may give us the new date by itself. If your settings show it already, there's nothing to do.",
  });
}
