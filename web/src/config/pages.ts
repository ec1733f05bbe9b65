import { brand } from '@desk/contracts/brand';
import { LEAD_PRICE } from './pricing';

export interface PageTitle {
  readonly title: string;
}

export interface PageMeta extends PageTitle {
  readonly description: string;
}

/** The window title of a page. */
export const formatTitle = (name: string): string => `${name} | ${brand}`;

const page = (title: string, description: string): PageMeta => ({
  title: formatTitle(title),
  description,
});

/** Title and description of every public page. */
export const pages = {
  landing: {
    title: `${brand}: exclusive, real-time annuity leads`,
    description: `Exclusive fixed, indexed and MYGA annuity leads, each sold to one buyer only and emailed at once. A flat ${LEAD_PRICE} per lead, no subscription, pause any time.`,
  },
  login: page(
    'Sign In',
    `Sign in to your ${brand} account to see your leads, your daily limit and your card.`,
  ),
  register: page(
    'Create Account',
    `Create an ${brand} account and buy exclusive annuity leads at a flat ${LEAD_PRICE} each.`,
  ),
  forgotPassword: page('Forgot Password', `Get instructions to reset the password of your ${brand} account.`),
  resetPassword: page('Reset Password', `Choose a new password for your ${brand} account.`),
  confirmEmail: page('Confirm Email', `Confirm the new email address of your ${brand} account.`),
  getStarted: page(
    'Get Started',
    'Set up exclusive annuity lead delivery in a few short steps: delivery, contact details, daily limit and payment card.',
  ),
  thankYou: page('Account Active', 'Your account is active and ready to receive exclusive annuity leads.'),
  contact: page(
    'Contact',
    'Email and phone support, and answers about integrations, charges, exclusivity and pausing.',
  ),
  terms: page('Terms of Service', `The terms on which ${brand} sells annuity leads.`),
  privacy: page('Privacy Policy', `How ${brand} handles the personal data of agents and leads.`),
  notFound: page('Page Not Found', 'This page does not exist.'),
} as const satisfies Record<string, PageMeta>;

const signedInPage = (name: string): PageTitle => ({ title: formatTitle(name) });

/** Signed-in pages, which search engines do not index. */
export const signedInPages = {
  dashboard: signedInPage('Dashboard'),
  lead: signedInPage('Lead'),
  settings: signedInPage('Settings'),
  integrations: signedInPage('Integrations'),
  admin: signedInPage('Admin Dashboard'),
  adminLeads: signedInPage('Leads'),
  adminLead: signedInPage('Lead'),
  adminWaiting: signedInPage('Waiting Leads'),
  adminIntegrations: signedInPage('Integration Requests'),
  adminDeliveries: signedInPage('Failed Deliveries'),
} as const satisfies Record<string, PageTitle>;
