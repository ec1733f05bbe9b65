import { formatAmount, type leadSold, type PayloadOf } from '@desk/contracts';
import { formatInstant } from './format.js';
import { type LeadMailContext, toReferences } from './lead-mail.js';
import type { Mail } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

/** Renders the email about a sold lead for an address that may get no personal data (`personal-data.ts`). */
export const renderRedactedLeadMail = (
  sale: PayloadOf<typeof leadSold>,
  { deliveryId, publicUrl, timeZone }: LeadMailContext,
): Mail =>
  renderNoticeMail(
    {
      subject: 'New annuity lead: see it on your dashboard',
      title: 'You have a new lead',
      isWarning: true,
      paragraphs: [
        `You bought a lead for ${formatAmount(sale.amountCents)} on ${formatInstant(sale.soldAt, timeZone)}. It waits for you on your dashboard.`,
        "This email leaves out the lead's name and contact details, because this email address is not confirmed.",
        'To get the next leads by email in full, sign in, choose "Send a new link" on your dashboard, and open the link we email you.',
      ],
      action: { label: 'See the lead', to: `/leads/${sale.leadId}` },
      details: toReferences(sale, deliveryId),
      footnote: "If you don't have an account with us, you can ignore this email.",
    },
    { publicUrl },
  );
