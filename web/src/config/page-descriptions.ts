import { brand } from '@desk/contracts/brand';
import { type PageTitle, pages } from './pages';
import { LEAD_PRICE } from './pricing';

/** What search engines show of a public page. */
const descriptions = {
  landing: `Exclusive fixed, indexed and MYGA annuity leads, each sold to one buyer only and emailed at once. A flat ${LEAD_PRICE} per lead, no subscription, pause any time.`,
  login: `Sign in to your ${brand} account to see your leads, your daily limit and your card.`,
  register: `Create an ${brand} account and buy exclusive annuity leads at a flat ${LEAD_PRICE} each.`,
  forgotPassword: `Get instructions to reset the password of your ${brand} account.`,
  resetPassword: `Choose a new password for your ${brand} account.`,
  unsubscribe: `Turn off one kind of email from ${brand}.`,
  confirmEmail: `Confirm the email address of your ${brand} account.`,
  undoEmailChange: `Take your ${brand} account back after someone changed its email.`,
  getStarted:
    'Set up exclusive annuity lead delivery in a few short steps: delivery, contact details, daily limit and payment card.',
  thankYou: 'Your account is active and ready to receive exclusive annuity leads.',
  contact: 'Email and phone support, and answers about integrations, charges, exclusivity and pausing.',
  status: `What works at ${brand} now, the uptime of 90 days, incidents, and the measured time from post to delivery.`,
  terms: `The terms on which ${brand} sells annuity leads.`,
  privacy: `How ${brand} handles the personal data of agents and leads.`,
  notFound: 'This page does not exist.',
} as const satisfies Record<keyof typeof pages, string>;

export interface PageMeta extends PageTitle {
  readonly description: string;
}

/** Title and description of a public page. Only prerendering reads descriptions, so that no page has to load them. */
export const metaOf = (name: keyof typeof pages): PageMeta => ({
  ...pages[name],
  description: descriptions[name],
});
