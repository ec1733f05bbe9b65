import { brand } from '@desk/contracts/brand';
import { LEAD_PRICE } from '@/config/pricing';

/** Descriptions for search engines. Pages without one ask not to be indexed. Used only for prerendering. */
export const descriptions: Readonly<Record<string, string>> = {
  '/': `Exclusive fixed, indexed and MYGA annuity leads, each sold to one buyer only and emailed at once. A flat ${LEAD_PRICE} per lead, no subscription, pause any time.`,
  '/login': `Sign in to your ${brand} account to see your leads, your daily limit and your card.`,
  '/register': `Create an ${brand} account and buy exclusive annuity leads at a flat ${LEAD_PRICE} each.`,
  '/forgot-password': `Get instructions to reset the password of your ${brand} account.`,
  '/get-started':
    'Set up exclusive annuity lead delivery in a few short steps: delivery, contact details, daily limit and payment card.',
  '/contact': 'Email and phone support, and answers about integrations, charges, exclusivity and pausing.',
  '/status': `What works at ${brand} now, the uptime of 90 days, incidents, and the measured time from post to delivery.`,
  '/terms': `The terms on which ${brand} sells annuity leads.`,
  '/guides/webhooks': `How ${brand} posts leads to a webhook, and how to check their signature.`,
  '/docs/posting': `How to post leads to ${brand}: from ads, forms, CRMs and lead systems, from a program or a web page.`,
  '/docs/posting/:tool': `How one tool is made to post leads to ${brand}, what it is answered, and how to test it.`,
  '/privacy': `How ${brand} handles the personal data of agents and leads.`,
};
