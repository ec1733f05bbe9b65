import { formatAmount, type MoneyBackReason } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface RefundContent {
  readonly firstName: string;
  readonly leadId: string;
  readonly amountCents: number;
  readonly reason: MoneyBackReason;
  /** ISO 8601. */
  readonly refundedAt: string;
}

const EXPLANATIONS: Readonly<Record<MoneyBackReason, string>> = {
  undeliverable: "We couldn't deliver this lead to you on any of your channels.",
  'not-delivered': "This lead wasn't delivered to you.",
  'duplicate-charge': 'You were charged more than once for this lead.',
  goodwill: 'We decided to give you the money back.',
  'made-at-provider': 'We decided to give you the money back.',
  'dispute-lost': 'Your bank decided the dispute about this charge in your favor.',
};

/** Renders the email that says that a lead's payment went back to the card. */
export function renderRefundMail(
  { firstName, leadId, amountCents, reason, refundedAt }: RefundContent,
  { publicUrl }: MailContext,
): Mail {
  const amount = formatAmount(amountCents);
  return renderNoticeMail({
    subject: `You got ${amount} back`,
    title: `You got ${amount} back`,
    tone: 'plain',
    firstName: toSingleLine(firstName),
    paragraphs: [
      `On ${formatInstant(refundedAt)} we returned what you paid for a lead to the card that was charged.`,
      EXPLANATIONS[reason],
      'Your bank usually shows the money within 5 to 10 days. The contact details of the lead were removed from your dashboard.',
    ],
    action: { label: 'See the lead', href: new URL(`/leads/${leadId}`, publicUrl).href },
    footnote: "If you don't see the money after 10 days, ask your bank first, then reply to this email.",
  });
}
