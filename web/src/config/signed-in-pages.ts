import { page, type PageTitle } from './pages';

/** Titles of agents' pages, which search engines do not index. Those of admins' pages are with their routes. */
export const signedInPages = {
  dashboard: page('Dashboard'),
  lead: page('Lead'),
  leadReport: page('Why am I not getting leads?'),
  settings: page('Settings'),
  receipt: page('Receipt'),
  integrations: page('Integrations'),
  integrationsSlack: page('Connect Slack'),
  deliveries: page('Deliveries'),
} as const satisfies Record<string, PageTitle>;
