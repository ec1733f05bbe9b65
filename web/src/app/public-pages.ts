import { page, type Page } from './page';

/** Pages with the header and the footer of the site. */
export const publicPages: readonly Page[] = [
  page('/', '', () => import('./routes/landing')),
  page('/login', 'Sign In', () => import('./routes/login')),
  page('/register', 'Create Account', () => import('./routes/register')),
  page('/forgot-password', 'Forgot Password', () => import('./routes/forgot-password')),
  page('/reset-password', 'Reset Password', () => import('./routes/reset-password')),
  page('/confirm-email', 'Confirm Email', () => import('./routes/confirm-email')),
  page('/undo-email-change', 'Undo Email Change', () => import('./routes/undo-email-change')),
  page('/unsubscribe', 'Turn Off Emails', () => import('./routes/unsubscribe')),
  page('/contact', 'Contact', () => import('./routes/contact')),
  page('/status', 'System Status', () => import('./routes/status')),
  page('/funnel-report', 'Funnel Report', () => import('./routes/funnel-report')),
  page('/terms', 'Terms of Service', () => import('./routes/terms')),
  page('/privacy', 'Privacy Policy', () => import('./routes/privacy')),
  page('/guides/webhooks', 'Webhooks', () => import('./routes/guides-webhooks')),
  page('/docs/posting', 'Posting Leads', () => import('./routes/docs-posting')),
  page('/docs/posting/:tool', 'Posting Leads', () => import('./routes/docs-posting-tool')),
];

/** Public pages with a frame of their own. */
export const plainPages: readonly Page[] = [
  page('/get-started', 'Get Started', () => import('./routes/get-started')),
];

/** For somebody who has just completed the sign-up in this browser. */
export const newAgentPages: readonly Page[] = [
  page('/get-started-thank-you', 'Account Active', () => import('./routes/thank-you')),
];
