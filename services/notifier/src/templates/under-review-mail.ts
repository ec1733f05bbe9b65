import { formatInstant, toSingleLine } from './format.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface UnderReviewContent {
  readonly firstName: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Renders the email that explains why a dispute stops the agent's leads. */
export function renderUnderReviewMail(
  { firstName, at }: UnderReviewContent,
  { publicUrl }: MailContext,
): Mail {
  return renderNoticeMail({
    subject: 'A charge was disputed: your leads are on hold',
    title: 'A charge was disputed',
    tone: 'warning',
    firstName: toSingleLine(firstName),
    paragraphs: [
      `On ${formatInstant(at)} your bank told us that you dispute a charge for one of your leads.`,
      "You won't get new leads, and no further charges, until we have looked at it. We'll do so within two business days.",
      'If you did not mean to dispute the charge, ask your bank to withdraw the dispute and reply to this email.',
    ],
    action: { label: 'See your dashboard', href: new URL('/dashboard', publicUrl).href },
    footnote: 'Problems with a lead are solved faster if you write to us than if you dispute its charge.',
  });
}
