import { brand } from '@desk/contracts/brand';

export interface PageTitle {
  readonly title: string;
}

/** The window title of a page. */
export const formatTitle = (name: string): string => `${name} | ${brand}`;

export const page = (name: string): PageTitle => ({ title: formatTitle(name) });

/** The title of every public page. Descriptions are in page-descriptions.ts. */
export const pages = {
  landing: { title: `${brand}: exclusive, real-time annuity leads` },
  login: page('Sign In'),
  register: page('Create Account'),
  forgotPassword: page('Forgot Password'),
  resetPassword: page('Reset Password'),
  confirmEmail: page('Confirm Email'),
  undoEmailChange: page('Undo Email Change'),
  unsubscribe: page('Turn Off Emails'),
  getStarted: page('Get Started'),
  thankYou: page('Account Active'),
  contact: page('Contact'),
  status: page('System Status'),
  terms: page('Terms of Service'),
  privacy: page('Privacy Policy'),
  notFound: page('Page Not Found'),
} as const satisfies Record<string, PageTitle>;
