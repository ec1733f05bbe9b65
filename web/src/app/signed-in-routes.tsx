import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { SLACK_RETURN_PATH } from '@desk/contracts/notifications/slack.values';
import { type LazyRouteFunction, redirect, type RouteObject } from 'react-router';
import type { PageTitle } from '@/config/pages';
import { signedInPages as pages } from '@/config/signed-in-pages';
import { SECURITY_PATH } from '@/lib/current-user';
import { MissingPageError } from '@/lib/missing-page';
import { ErrorContent, RootError } from './root-error';

type ReadUser = () => Promise<CurrentUser | null>;

/** A route whose errors replace only the page, so that the sidebar stays usable. */
const page = (path: string, handle: PageTitle, lazy: LazyRouteFunction<RouteObject>): RouteObject => ({
  path,
  handle,
  lazy,
  ErrorBoundary: ErrorContent,
});

/** Routes that load the user first. Visitors without access get Page Not Found. */
export function signedInRoutes(readUser: ReadUser): RouteObject {
  const signedInOnly = async () => {
    if (!(await readUser())) throw new MissingPageError();
    return null;
  };
  const agentsOnly = async () => ((await readUser())?.isAdmin === true ? redirect('/admin') : null);
  const adminsOnly = async () => {
    const user = await readUser();
    if (user?.isAdmin !== true) throw new MissingPageError();
    return user.secondFactorRequired ? redirect(SECURITY_PATH) : null;
  };

  return {
    loader: signedInOnly,
    lazy: () => import('./signed-in-layout'),
    ErrorBoundary: RootError,
    children: [
      page('/settings', pages.settings, () => import('./routes/settings')),
      {
        loader: agentsOnly,
        children: [
          page('/dashboard', pages.dashboard, () => import('./routes/dashboard')),
          page('/lead-report', pages.leadReport, () => import('./routes/lead-report')),
          page('/leads/:leadId', pages.lead, () => import('./routes/lead')),
          page('/receipts/:documentId', pages.receipt, () => import('./routes/receipt')),
          page('/integrations', pages.integrations, () => import('./routes/integrations')),
          page(SLACK_RETURN_PATH, pages.integrationsSlack, () => import('./routes/integrations-slack')),
          page('/integrations/deliveries', pages.deliveries, () => import('./routes/integration-deliveries')),
        ],
      },
      {
        loader: adminsOnly,
        children: [
          page('/admin', pages.admin, () => import('./routes/admin')),
          page('/admin/users/:userId', pages.adminUser, () => import('./routes/admin-user')),
          page('/admin/leads', pages.adminLeads, () => import('./routes/admin-leads')),
          page('/admin/leads/:leadId', pages.adminLead, () => import('./routes/admin-lead')),
          page('/admin/waiting', pages.adminWaiting, () => import('./routes/admin-waiting')),
          page('/admin/funnels', pages.adminFunnels, () => import('./routes/admin-funnels')),
          page('/admin/funnels/:funnelId', pages.adminFunnel, () => import('./routes/admin-funnel')),
          page('/admin/integrations', pages.adminIntegrations, () => import('./routes/admin-integrations')),
          page('/admin/receipts', pages.adminReceipts, () => import('./routes/admin-receipts')),
          page('/admin/deliveries', pages.adminDeliveries, () => import('./routes/admin-deliveries')),
          page('/admin/disputes', pages.adminDisputes, () => import('./routes/admin-disputes')),
          page('/admin/problems', pages.adminProblems, () => import('./routes/admin-problems')),
          page('/admin/problems/:reportId', pages.adminProblem, () => import('./routes/admin-problem')),
          page(
            '/admin/reconciliation',
            pages.adminReconciliation,
            () => import('./routes/admin-reconciliation'),
          ),
          page('/admin/balance', pages.adminBalance, () => import('./routes/admin-balance')),
          page('/admin/messages', pages.adminMessages, () => import('./routes/admin-messages')),
        ],
      },
    ],
  };
}
