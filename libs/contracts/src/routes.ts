import { adminAccountsRoutes } from './accounts/admin-accounts.routes.js';
import { adminChangesRoutes } from './admin/admin-changes.routes.js';
import { authRoutes } from './accounts/auth.routes.js';
import { onboardingRoutes } from './accounts/onboarding.routes.js';
import { secondFactorRoutes } from './accounts/second-factors.routes.js';
import { userAdministrationRoutes } from './accounts/user-administration.routes.js';
import { userRoutes } from './accounts/user.routes.js';
import { attentionRoutes } from './admin/attention.routes.js';
import { billingRoutes } from './billing/billing.routes.js';
import { disputeRoutes } from './billing/disputes.routes.js';
import { documentRoutes } from './billing/documents.routes.js';
import { balanceRoutes } from './billing/balance.routes.js';
import { reconciliationRoutes } from './billing/reconciliation.routes.js';
import { assertDistinct, type HttpMethod } from './define-route.js';
import { agentReportRoutes } from './leads/agent-report.routes.js';
import { filterRoutes } from './leads/filters.routes.js';
import { funnelRoutes } from './leads/funnels.routes.js';
import { leadHistoryRoutes } from './leads/lead-history.routes.js';
import { leadViewRoutes } from './leads/lead-views.routes.js';
import { marketReportRoutes } from './leads/market-report.routes.js';
import { leadRoutes } from './leads/leads.routes.js';
import { connectionRoutes } from './leads/connections.routes.js';
import { heldPostRoutes } from './leads/held-posts.routes.js';
import { problemReportRoutes } from './leads/problem-reports.routes.js';
import { soldLeadRoutes } from './leads/sold-leads.routes.js';
import { sourceRoutes } from './leads/sources.routes.js';
import { waitingLeadRoutes } from './leads/waiting-leads.routes.js';
import { failedMessageRoutes } from './messages/failed-messages.routes.js';
import { queueRoutes } from './messages/queues.routes.js';
import { channelRoutes } from './notifications/channels.routes.js';
import { pushRoutes } from './notifications/push.routes.js';
import { slackRoutes } from './notifications/slack.routes.js';
import { smsRoutes } from './notifications/sms.routes.js';
import { deliveryRoutes } from './notifications/deliveries.routes.js';
import { noticeRoutes } from './notifications/notices.routes.js';
import { webhookRoutes } from './notifications/webhooks.routes.js';
import { statusRoutes } from './status/status.routes.js';

/** Every HTTP route of the gateway, by name. */
export const routes = {
  ...authRoutes,
  ...onboardingRoutes,
  ...userRoutes,
  ...secondFactorRoutes,
  ...billingRoutes,
  ...disputeRoutes,
  ...documentRoutes,
  ...balanceRoutes,
  ...reconciliationRoutes,
  ...soldLeadRoutes,
  ...leadViewRoutes,
  ...agentReportRoutes,
  ...marketReportRoutes,
  ...connectionRoutes,
  ...heldPostRoutes,
  ...problemReportRoutes,
  ...leadRoutes,
  ...sourceRoutes,
  ...filterRoutes,
  ...leadHistoryRoutes,
  ...waitingLeadRoutes,
  ...funnelRoutes,
  ...adminAccountsRoutes,
  ...adminChangesRoutes,
  ...userAdministrationRoutes,
  ...deliveryRoutes,
  ...noticeRoutes,
  ...channelRoutes,
  ...webhookRoutes,
  ...smsRoutes,
  ...slackRoutes,
  ...pushRoutes,
  ...failedMessageRoutes,
  ...queueRoutes,
  ...attentionRoutes,
  ...statusRoutes,
} as const;
assertDistinct(Object.values(routes));

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** Method and path by route name: all a browser needs to call a route, without the yup schemas. */
export type RouteTable = { readonly [Name in RouteName]: readonly [method: HttpMethod, path: string] };
