import { formatAmount, type leadSold, type PayloadOf } from '@desk/contracts';
import { formatInstant } from './format.js';
import type { LeadMailContext } from './lead-mail.js';
import type { Mail } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

type Sale = PayloadOf<typeof leadSold>;

/** Renders the email about a sold lead for an address that nobody has confirmed. It contains no personal data. */
export function renderRedactedLeadMail(sale: Sale, { deliveryId, publicUrl }: LeadMailContext): Mail {
  const subject = 'New annuity lead: see it on your dashboard';
  return renderNoticeMail({
    subject,
    title: 'You have a new lead',
    tone: 'warning',
    paragraphs: [
      `You bought a lead for ${formatAmount(sale.amountCents)} on ${formatInstant(sale.soldAt)}. It waits for you on your dashboard.`,
      "This email leaves out the lead's name and contact details, because this email address is not confirmed.",
      'To get the next leads by email in full, sign in, choose "Send a new link" on your dashboard, and open the link we email you.',
    ],
    action: { label: 'See the lead', href: new URL(`/leads/${sale.leadId}`, publicUrl).href },
    details: [
      { label: 'Lead', value: sale.leadId },
      { label: 'Sale', value: sale.offerId },
      { label: 'Delivery', value: deliveryId },
    ],
    footnote: "If you don't have an account with us, you can ignore this email.",
  });
}
