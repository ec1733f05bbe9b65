import { page, type Page } from './page';

export const userPages: readonly Page[] = [
  page('/settings', 'Settings', () => import('@/features/settings/components/settings')),
];

export const agentPages: readonly Page[] = [
  page('/dashboard', 'Dashboard', () => import('./routes/dashboard')),
  page('/lead-report', 'Why am I not getting leads?', () => import('@/features/dashboard/lead-report')),
  page('/reports', 'Reports', () => import('@/features/reports/components/reports')),
  page('/leads/:leadId', 'Lead', () => import('./routes/lead')),
  page('/receipts/:documentId', 'Receipt', () => import('@/features/settings/receipt-page')),
  page('/integrations', 'Integrations', () => import('@/features/integrations/components/integrations-page')),
  page(
    '/integrations/slack',
    'Connect Slack',
    () => import('@/features/integrations/components/slack/slack-return'),
  ),
  page('/integrations/deliveries', 'Deliveries', () => import('./routes/integrations-deliveries')),
];

/** The pages for admins that the sidebar shows. */
export const adminPageGroups: readonly { readonly name: string; readonly pages: readonly Page[] }[] = [
  {
    name: 'Market',
    pages: [
      page('/admin/leads', 'Leads', () => import('@/features/admin/leads/lead-list')),
      page('/admin/waiting', 'Waiting Leads', () => import('@/features/admin/waiting/waiting-list')),
      page('/admin/funnels', 'Funnels', () => import('@/features/admin/funnels/funnel-list')),
      page('/admin/reports', 'Reports', () => import('@/features/admin/reports/reports-page')),
      page('/admin/held-posts', 'Held Posts', () => import('@/features/admin/held-posts/held-post-list')),
    ],
  },
  {
    name: 'People',
    pages: [
      page(
        '/admin/integrations',
        'Integration Requests',
        () => import('@/features/admin/requests/request-list'),
      ),
      page('/admin/problems', 'Problems', () => import('@/features/admin/problems/problem-list')),
    ],
  },
  {
    name: 'Money',
    pages: [
      page('/admin/receipts', 'Receipts', () => import('@/features/admin/receipts/receipt-list')),
      page('/admin/disputes', 'Disputes', () => import('@/features/admin/disputes/dispute-list')),
      page(
        '/admin/reconciliation',
        'Reconciliation',
        () => import('@/features/admin/reconciliation/reconciliation-page'),
      ),
      page('/admin/balance', 'Balance', () => import('@/features/admin/balance/balance-report')),
    ],
  },
  {
    name: 'System',
    pages: [
      page('/admin/deliveries', 'Deliveries', () => import('@/features/admin/deliveries/delivery-list')),
      page('/admin/queues', 'Queues', () => import('@/features/admin/queues/queue-list')),
      page(
        '/admin/messages',
        'Failed Messages',
        () => import('@/features/admin/failed-messages/failed-message-list'),
      ),
      page('/admin/incidents', 'Incidents', () => import('@/features/status/components/incidents-section')),
    ],
  },
];

export const adminPages: readonly Page[] = [
  page('/admin', 'Admin Dashboard', () => import('@/features/admin/overview/overview-page')),
  ...adminPageGroups.flatMap(({ pages }) => pages),
  // Opened from the pages above.
  page(
    '/admin/reports/open-capacity',
    'Open Capacity',
    () => import('@/features/admin/reports/open-capacity'),
  ),
  page('/admin/leads/:leadId', 'Lead', () => import('@/features/admin/leads/lead-page')),
  page('/admin/funnels/:funnelId', 'Funnel', () => import('@/features/admin/funnels/funnel-page')),
  page('/admin/funnels/:funnelId/mapping', 'Mapping', () => import('@/features/admin/funnels/mapping-page')),
  page(
    '/admin/funnels/:funnelId/refused-posts',
    'Refused Posts',
    () => import('@/features/admin/funnels/refused-post-list'),
  ),
  page('/admin/held-posts/:postId', 'Held Post', () => import('@/features/admin/held-posts/held-post-page')),
  page('/admin/users/:userId', 'User', () => import('@/features/admin/users/user-page')),
  page('/admin/problems/:reportId', 'Problem', () => import('@/features/admin/problems/problem-page')),
  page('/admin/queues/:queue', 'Queue', () => import('@/features/admin/queues/queue-page')),
];
