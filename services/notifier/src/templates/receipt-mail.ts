import { formatAmount } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { Mail, OptionalNoticeContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface ReceiptContent {
  readonly firstName: string;
  readonly amountCents: number;
  /** ISO 8601. */
  readonly soldAt: string;
  readonly leadId: string;
  readonly offerId: string;
}

/** Renders the receipt of a charge. It contains no personal data of the lead, so that it can be forwarded. */
export function renderReceiptMail(
  { firstName, amountCents, soldAt, leadId, offerId }: ReceiptContent,
  { publicUrl, unsubscribeUrl }: OptionalNoticeContext,
): Mail {
  const amount = formatAmount(amountCents);
  const time = formatInstant(soldAt);
  return renderNoticeMail({
    subject: `Receipt: ${amount} for one lead`,
    title: 'Your receipt',
    tone: 'plain',
    firstName: toSingleLine(firstName),
    paragraphs: [`We charged your card ${amount} for one lead, sold exclusively to you.`],
    action: { label: 'Open the lead', href: new URL(`/leads/${leadId}`, publicUrl).href },
    details: [
      { label: 'Price charged', value: amount },
      { label: 'Sold', value: time },
      { label: 'Lead', value: leadId },
      { label: 'Sale', value: offerId },
    ],
    footnote: 'You asked for an email with the receipt of each lead.',
    unsubscribeUrl,
  });
}
