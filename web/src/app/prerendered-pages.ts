import { brand } from '@desk/contracts/brand';
import { LEAD_PRICE } from '@/config/pricing';

/** A public page that the build writes as HTML. */
export interface PrerenderedPage {
  /** What search engines show. Only prerendering reads it, so that no page has to load it. */
  readonly description: string;
  /** Search engines should leave it out. */
  readonly isHidden?: boolean;
  /** Scripts that must run before the first paint. */
  readonly scripts?: readonly string[];
  /** Its file in routes/, unless that is named like the path. */
  readonly module?: string;
}

export const prerenderedPages: Readonly<Record<string, PrerenderedPage>> = {
  '/': {
    description: `Exclusive fixed, indexed and MYGA annuity leads, each sold to one buyer only and emailed at once. A flat ${LEAD_PRICE} per lead, no subscription, pause any time.`,
    module: 'landing',
  },
  '/login': {
    description: `Sign in to your ${brand} account to see your leads, your daily limit and your card.`,
  },
  '/register': {
    description: `Create an ${brand} account and buy exclusive annuity leads at a flat ${LEAD_PRICE} each.`,
  },
  '/forgot-password': {
    description: `Get instructions to reset the password of your ${brand} account.`,
  },
  '/reset-password': { description: `Choose a new password for your ${brand} account.`, isHidden: true },
  '/unsubscribe': { description: `Turn off one kind of email from ${brand}.`, isHidden: true },
  '/confirm-email': { description: `Confirm the email address of your ${brand} account.`, isHidden: true },
  '/undo-email-change': {
    description: `Take your ${brand} account back after someone changed its email.`,
    isHidden: true,
  },
  '/get-started': {
    description:
      'Set up exclusive annuity lead delivery in a few short steps: delivery, contact details, daily limit and payment card.',
    scripts: ['/resuming.js'],
  },
  '/contact': {
    description: 'Email and phone support, and answers about integrations, charges, exclusivity and pausing.',
  },
  '/status': {
    description: `What works at ${brand} now, the uptime of 90 days, incidents, and the measured time from post to delivery.`,
  },
  '/funnel-report': { description: 'What became of the posts of a funnel, for its owner.', isHidden: true },
  '/terms': { description: `The terms on which ${brand} sells annuity leads.` },
  '/guides/webhooks': {
    description: `How ${brand} posts leads to a webhook, and how to check their signature.`,
    module: 'webhook-guide',
  },
  '/privacy': { description: `How ${brand} handles the personal data of agents and leads.` },
  '/404': { description: 'This page does not exist.', isHidden: true, module: 'not-found' },
};
