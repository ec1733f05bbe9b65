import type { PageGroup } from '@/config/page-groups';
import type { LazyRouteFunction, RouteObject } from 'react-router';

/**
 * `public` pages have the header and footer of the site; `plain` ones have neither. `new agents`: somebody who has just
 * completed the sign-up in this browser. The others need a session.
 */
export type PageAccess = 'public' | 'plain' | 'new agents' | 'users' | 'agents' | 'admins';

export const isSignedIn = (access: PageAccess): boolean =>
  access === 'users' || access === 'agents' || access === 'admins';

export interface Page {
  readonly path: string;
  /** Its heading, and the window title without the brand. */
  readonly name: string;
  readonly access: PageAccess;
  /** Where admins find it in the sidebar. */
  readonly group?: PageGroup;
  /** Exports `Component`. */
  readonly load: LazyRouteFunction<RouteObject>;
}

const pagesFor =
  (access: PageAccess, group?: PageGroup) =>
  (path: string, name: string, load: Page['load']): Page => ({
    path,
    name,
    access,
    load,
    ...(group && { group }),
  });
const publicPage = pagesFor('public');
const plainPage = pagesFor('plain');
const newAgentPage = pagesFor('new agents');
const userPage = pagesFor('users');
const agentPage = pagesFor('agents');
const adminPage = pagesFor('admins');
const marketPage = pagesFor('admins', 'Market');
const peoplePage = pagesFor('admins', 'People');
const moneyPage = pagesFor('admins', 'Money');
const systemPage = pagesFor('admins', 'System');

/** Every page of the site. The router, titles, navigation and the gateway's list of pages come from here. */
export const pages: readonly Page[] = [
  publicPage('/', '', () => import('./routes/landing')),
  publicPage('/login', 'Sign In', () => import('./routes/login')),
  publicPage('/register', 'Create Account', () => import('./routes/register')),
  publicPage('/forgot-password', 'Forgot Password', () => import('./routes/forgot-password')),
  publicPage('/reset-password', 'Reset Password', () => import('./routes/reset-password')),
  publicPage('/confirm-email', 'Confirm Email', () => import('./routes/confirm-email')),
  publicPage('/undo-email-change', 'Undo Email Change', () => import('./routes/undo-email-change')),
  publicPage('/unsubscribe', 'Turn Off Emails', () => import('./routes/unsubscribe')),
  publicPage('/contact', 'Contact', () => import('./routes/contact')),
  publicPage('/status', 'System Status', () => import('./routes/status')),
  publicPage('/funnel-report', 'Funnel Report', () => import('./routes/funnel-report')),
  publicPage('/terms', 'Terms of Service', () => import('./routes/terms')),
  publicPage('/privacy', 'Privacy Policy', () => import('./routes/privacy')),
  publicPage('/guides/webhooks', 'Webhooks', () => import('./routes/webhook-guide')),
  plainPage('/get-started', 'Get Started', () => import('./routes/get-started')),
  newAgentPage('/get-started-thank-you', 'Account Active', () => import('./routes/thank-you')),
  userPage('/settings', 'Settings', () => import('./routes/settings')),
  agentPage('/dashboard', 'Dashboard', () => import('./routes/dashboard')),
  agentPage('/lead-report', 'Why am I not getting leads?', () => import('./routes/lead-report')),
  agentPage('/leads/:leadId', 'Lead', () => import('./routes/lead')),
  agentPage('/receipts/:documentId', 'Receipt', () => import('./routes/receipt')),
  agentPage('/integrations', 'Integrations', () => import('./routes/integrations')),
  agentPage('/integrations/slack', 'Connect Slack', () => import('./routes/integrations-slack')),
  agentPage('/integrations/deliveries', 'Deliveries', () => import('./routes/integration-deliveries')),
  adminPage('/admin', 'Admin Dashboard', () => import('@/features/admin/overview/overview-page')),
  marketPage('/admin/leads', 'Leads', () => import('@/features/admin/leads/lead-list')),
  adminPage('/admin/leads/:leadId', 'Lead', () => import('@/features/admin/leads/lead-page')),
  marketPage('/admin/waiting', 'Waiting Leads', () => import('@/features/admin/waiting/waiting-list')),
  marketPage('/admin/funnels', 'Funnels', () => import('@/features/admin/funnels/funnel-list')),
  adminPage('/admin/funnels/:funnelId', 'Funnel', () => import('@/features/admin/funnels/funnel-page')),
  adminPage(
    '/admin/funnels/:funnelId/mapping',
    'Mapping',
    () => import('@/features/admin/funnels/mapping-page'),
  ),
  marketPage('/admin/held-posts', 'Held Posts', () => import('@/features/admin/held-posts/held-post-list')),
  adminPage(
    '/admin/held-posts/:postId',
    'Held Post',
    () => import('@/features/admin/held-posts/held-post-page'),
  ),
  adminPage('/admin/users/:userId', 'User', () => import('@/features/admin/users/user-page')),
  peoplePage(
    '/admin/integrations',
    'Integration Requests',
    () => import('@/features/admin/requests/request-list'),
  ),
  peoplePage('/admin/problems', 'Problems', () => import('@/features/admin/problems/problem-list')),
  adminPage('/admin/problems/:reportId', 'Problem', () => import('@/features/admin/problems/problem-page')),
  moneyPage('/admin/receipts', 'Receipts', () => import('@/features/admin/receipts/receipt-list')),
  moneyPage('/admin/disputes', 'Disputes', () => import('@/features/admin/disputes/dispute-list')),
  moneyPage(
    '/admin/reconciliation',
    'Reconciliation',
    () => import('@/features/admin/reconciliation/reconciliation-page'),
  ),
  moneyPage('/admin/balance', 'Balance', () => import('@/features/admin/balance/balance-report')),
  systemPage('/admin/deliveries', 'Deliveries', () => import('@/features/admin/deliveries/delivery-list')),
  systemPage('/admin/queues', 'Queues', () => import('@/features/admin/queues/queue-list')),
  adminPage('/admin/queues/:queue', 'Queue', () => import('@/features/admin/queues/queue-page')),
  systemPage(
    '/admin/messages',
    'Failed Messages',
    () => import('@/features/admin/failed-messages/failed-message-list'),
  ),
  systemPage('/admin/incidents', 'Incidents', () => import('./routes/admin-incidents')),
];
