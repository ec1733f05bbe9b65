import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { SLACK_RETURN_PATH } from '@desk/contracts/notifications/slack.values';
import { type LazyRouteFunction, redirect, type RouteObject } from 'react-router';
import type { PageTitle } from '@/config/pages';
import { signedInPages as pages } from '@/config/signed-in-pages';
import { SECURITY_PATH } from '@/lib/current-user';
import { MissingPageError } from '@/lib/missing-page';
import type { AdminMoneyPageName } from './admin-money-pages';
import type { AdminPageName } from './admin-pages';
import type { IntegrationPageName } from './integration-pages';
import type { LeadPageName } from './lead-pages';
import { ErrorContent, RootError } from './root-error';

type ReadUser = () => Promise<CurrentUser | null>;

/** A route whose errors replace only the page, so that the sidebar stays usable. A title may come with its script. */
const page = (
  path: string,
  handle: PageTitle | undefined,
  lazy: LazyRouteFunction<RouteObject>,
): RouteObject => ({
  path,
  ...(handle && { handle }),
  lazy,
  ErrorBoundary: ErrorContent,
});

/** Pages that belong together share one script, so that what public pages load need not name one for each. */
const leadPage = (path: string, name: LeadPageName): RouteObject =>
  page(path, pages[name], async () => (await import('./lead-pages')).leadPages[name]);
const integrationPage = (path: string, name: IntegrationPageName): RouteObject =>
  page(path, pages[name], async () => (await import('./integration-pages')).integrationPages[name]);
const adminPage = (path: string, name: AdminPageName): RouteObject =>
  page(path, undefined, async () => (await import('./admin-pages')).adminPages[name]);
const adminMoneyPage = (path: string, name: AdminMoneyPageName): RouteObject =>
  page(path, undefined, async () => (await import('./admin-money-pages')).adminMoneyPages[name]);

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
          leadPage('/dashboard', 'dashboard'),
          leadPage('/lead-report', 'leadReport'),
          leadPage('/leads/:leadId', 'lead'),
          leadPage('/receipts/:documentId', 'receipt'),
          integrationPage('/integrations', 'integrations'),
          integrationPage(SLACK_RETURN_PATH, 'integrationsSlack'),
          integrationPage('/integrations/deliveries', 'deliveries'),
        ],
      },
      {
        loader: adminsOnly,
        children: [
          adminPage('/admin', 'admin'),
          adminPage('/admin/users/:userId', 'adminUser'),
          adminPage('/admin/leads', 'adminLeads'),
          adminPage('/admin/leads/:leadId', 'adminLead'),
          adminPage('/admin/waiting', 'adminWaiting'),
          adminPage('/admin/funnels', 'adminFunnels'),
          adminPage('/admin/funnels/:funnelId', 'adminFunnel'),
          adminPage('/admin/integrations', 'adminIntegrations'),
          adminMoneyPage('/admin/receipts', 'adminReceipts'),
          adminPage('/admin/deliveries', 'adminDeliveries'),
          adminMoneyPage('/admin/disputes', 'adminDisputes'),
          adminMoneyPage('/admin/problems', 'adminProblems'),
          adminMoneyPage('/admin/problems/:reportId', 'adminProblem'),
          adminMoneyPage('/admin/reconciliation', 'adminReconciliation'),
          adminMoneyPage('/admin/balance', 'adminBalance'),
          adminPage('/admin/messages', 'adminMessages'),
          adminPage('/admin/queues', 'adminQueues'),
          adminPage('/admin/queues/:queue', 'adminQueue'),
          adminPage('/admin/incidents', 'adminIncidents'),
        ],
      },
    ],
  };
}
