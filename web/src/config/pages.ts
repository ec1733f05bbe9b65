import { brand } from '@desk/contracts/brand';

export interface PageTitle {
  readonly title: string;
}

export interface PageMeta extends PageTitle {
  readonly description: string;
}

/** As the window shows it. */
export const titleOf = (name: string): string => `${name} | ${brand}`;

const page = (title: string, description: string): PageMeta => ({
  title: titleOf(title),
  description,
});

/** Title and description of every public page. Those in `prerendered` are written at build time. */
export const pages = {
  landing: {
    title: `${brand}: exclusive, real-time annuity leads`,
    description:
      'Exclusive fixed, indexed and MYGA annuity leads, each sold to one buyer only and emailed at once. A flat $80 per lead, no subscription, pause any time.',
  },
  login: page(
    'Sign In',
    `Sign in to your ${brand} account to see your leads, your daily limit and your card.`,
  ),
  register: page(
    'Create Account',
    `Create an ${brand} account and buy exclusive annuity leads at a flat $80 each.`,
  ),
  forgotPassword: page(
    'Forgot Password',
    `Ask for instructions to reset the password of your ${brand} account.`,
  ),
  resetPassword: page('Reset Password', `Choose a new password for your ${brand} account.`),
  confirmEmail: page('Confirm Email', `Confirm the new email address of your ${brand} account.`),
  getStarted: page(
    'Get Started',
    'Set up exclusive annuity lead delivery in eight short steps: how, where, how many a day, and the card that pays.',
  ),
  thankYou: page('Account Active', 'Your account is active and ready to receive exclusive annuity leads.'),
  contact: page(
    'Contact',
    'Email and phone support, and answers on integrations, charging, exclusivity and pausing.',
  ),
  terms: page('Terms of Service', `The terms on which ${brand} sells annuity leads.`),
  privacy: page(
    'Privacy Policy',
    `What ${brand} does with personal data of agents and of the people behind leads.`,
  ),
  notFound: page('Page Not Found', 'There is no page at this address.'),
} as const satisfies Record<string, PageMeta>;

const named = (name: string): PageTitle => ({ title: titleOf(name) });

/** Behind the sign-in, where no search engine comes. */
export const signedInPages = {
  dashboard: named('Dashboard'),
  lead: named('Lead'),
  settings: named('Settings'),
  integrations: named('Integrations'),
  admin: named('Admin Dashboard'),
  adminLeads: named('Leads'),
  adminLead: named('Lead'),
  adminWaiting: named('Waiting Leads'),
  adminIntegrations: named('Integration Requests'),
  adminDeliveries: named('Failed Deliveries'),
} as const satisfies Record<string, PageTitle>;
