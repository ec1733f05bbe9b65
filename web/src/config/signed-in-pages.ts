import { page, type PageTitle } from './pages';

/** Signed-in pages, which search engines do not index. */
export const signedInPages = {
  dashboard: page('Dashboard'),
  lead: page('Lead'),
  leadReport: page('Why am I not getting leads?'),
  settings: page('Settings'),
  receipt: page('Receipt'),
  integrations: page('Integrations'),
  integrationsSlack: page('Connect Slack'),
  deliveries: page('Deliveries'),
  admin: page('Admin Dashboard'),
  adminUser: page('User'),
  adminLeads: page('Leads'),
  adminLead: page('Lead'),
  adminWaiting: page('Waiting Leads'),
  adminFunnels: page('Funnels'),
  adminFunnel: page('Funnel'),
  adminIntegrations: page('Integration Requests'),
  adminReceipts: page('Receipts'),
  adminDeliveries: page('Deliveries'),
  adminDisputes: page('Disputes'),
  adminProblems: page('Problems'),
  adminProblem: page('Problem'),
  adminReconciliation: page('Reconciliation'),
  adminBalance: page('Balance'),
  adminMessages: page('Failed Messages'),
} as const satisfies Record<string, PageTitle>;
