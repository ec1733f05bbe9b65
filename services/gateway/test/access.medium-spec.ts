import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '@desk/contracts';
import type { Browser } from './browser.js';
import { TestSystem } from './test-system.js';

/** Who may call what. A new route must be added here deliberately. */
const accessByRoute: Readonly<Record<string, 'public' | 'signed-in' | 'agent' | 'admin' | 'funnel'>> = {
  'GET /api/config': 'public',
  'GET /api/sources': 'public',
  'GET /api/statistics': 'public',
  'GET /api/status': 'public',
  'GET /api/auth/user': 'signed-in',
  'POST /api/auth/register': 'public',
  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': 'public',
  'POST /api/auth/forgot-password': 'public',
  'POST /api/auth/reset-password': 'public',
  'POST /api/auth/confirm-email': 'public',
  'POST /api/auth/login/second-factor': 'public',
  'POST /api/auth/passkey/options': 'public',
  'POST /api/auth/passkey': 'public',
  'POST /api/auth/reauthenticate/options': 'signed-in',
  'POST /api/auth/reauthenticate': 'signed-in',
  'POST /api/user/sessions/end-all': 'signed-in',
  'GET /api/user/second-factors': 'signed-in',
  'POST /api/user/second-factors/app/start': 'signed-in',
  'POST /api/user/second-factors/app': 'signed-in',
  'POST /api/user/second-factors/passkey/start': 'signed-in',
  'POST /api/user/second-factors/passkey': 'signed-in',
  'PATCH /api/user/second-factors/:factorId': 'signed-in',
  'POST /api/user/second-factors/:factorId/keep': 'signed-in',
  'POST /api/user/second-factors/:factorId/remove': 'signed-in',
  'POST /api/user/recovery-codes': 'signed-in',
  'POST /api/auth/undo-email-change': 'public',
  'POST /api/get-started/save': 'public',
  'POST /api/get-started/resume': 'public',
  'POST /api/get-started/setup-payment': 'public',
  'POST /api/get-started/complete': 'public',
  'POST /api/check-email': 'public',
  'PATCH /api/user/service-toggle': 'agent',
  'PATCH /api/user/daily-limit': 'agent',
  'GET /api/user/filters': 'agent',
  'PATCH /api/user/filters': 'agent',
  'POST /api/user/filters/count': 'agent',
  'GET /api/reports': 'agent',
  'GET /api/user/lead-report': 'agent',
  'PATCH /api/user/profile': 'signed-in',
  'POST /api/user/resend-confirmation': 'signed-in',
  'GET /api/user/card': 'signed-in',
  'GET /api/user/sessions': 'signed-in',
  'POST /api/user/sessions/end-others': 'signed-in',
  'POST /api/user/sessions/end': 'signed-in',
  'POST /api/user/change-password': 'signed-in',
  'GET /api/billing/documents': 'agent',
  'GET /api/billing/documents/:documentId': 'agent',
  'GET /api/billing/documents/:documentId/pdf': 'agent',
  'GET /api/billing/statement': 'agent',
  'GET /api/billing/statement/pdf': 'agent',
  'GET /api/billing/statement/csv': 'agent',
  'GET /api/admin/documents': 'admin',
  'GET /api/admin/documents/:documentId/pdf': 'admin',
  'GET /api/admin/statement/pdf': 'admin',
  'GET /api/admin/statement/csv': 'admin',
  'POST /api/user/card/retry': 'agent',
  'POST /api/user/card/authenticate': 'agent',
  'POST /api/create-setup-intent': 'signed-in',
  'POST /api/update-payment-method': 'signed-in',
  'GET /api/integration-requests': 'signed-in',
  'POST /api/request-integration': 'signed-in',
  'GET /api/channels': 'agent',
  'POST /api/channels/:channelId/pause': 'agent',
  'POST /api/channels/:channelId/resume': 'agent',
  'POST /api/channels/:channelId/keep': 'agent',
  'POST /api/channels/:channelId/remove': 'agent',
  'POST /api/channels/:channelId/test': 'agent',
  'POST /api/channels/webhook': 'agent',
  'POST /api/channels/:channelId/rotate-secret': 'agent',
  'GET /api/channels/sms': 'agent',
  'POST /api/channels/sms/code': 'agent',
  'POST /api/channels/sms/confirm': 'agent',
  'GET /api/channels/slack': 'agent',
  'POST /api/channels/slack/start': 'agent',
  'POST /api/channels/slack/complete': 'agent',
  'POST /api/admin/users/:userId/slack': 'admin',
  'GET /api/channels/push': 'agent',
  'POST /api/channels/push/browsers': 'agent',
  'POST /api/channels/push/browsers/:browserId/keep': 'agent',
  'POST /api/channels/push/browsers/:browserId/remove': 'agent',
  'POST /api/channels/push/browsers/:browserId/test': 'agent',
  'GET /api/user/notices': 'agent',
  'PATCH /api/user/notices': 'agent',
  'PATCH /api/user/time-zone': 'agent',
  'GET /api/notices/unsubscribe': 'public',
  'POST /api/notices/unsubscribe': 'public',
  'POST /api/webhooks/twilio': 'public',
  'POST /api/webhooks/twilio/status': 'public',
  'GET /api/dashboard': 'agent',
  'GET /api/leads': 'agent',
  'GET /api/leads/export': 'agent',
  'GET /api/leads/:leadId': 'agent',
  'PATCH /api/leads/:leadId': 'agent',
  'POST /api/leads/dispositions': 'agent',
  'GET /api/lead-views': 'agent',
  'POST /api/lead-views': 'agent',
  'POST /api/lead-views/:viewId/delete': 'agent',
  'GET /api/live': 'agent',
  'GET /api/admin/live': 'admin',
  'GET /api/admin/users': 'admin',
  'GET /api/admin/users/:userId': 'admin',
  'POST /api/admin/users/:userId/account': 'admin',
  'PATCH /api/admin/users/:userId/service': 'admin',
  'PATCH /api/admin/users/:userId/daily-limit': 'admin',
  'GET /api/admin/payments': 'admin',
  'POST /api/admin/payments/:paymentId/refund': 'admin',
  'GET /api/admin/reconciliation': 'admin',
  'POST /api/admin/reconciliation/runs': 'admin',
  'GET /api/admin/reconciliation/differences': 'admin',
  'POST /api/admin/reconciliation/differences/:differenceId/acknowledge': 'admin',
  'GET /api/admin/reports': 'admin',
  'GET /api/admin/reports/agents': 'admin',
  'GET /api/admin/reports/eligible-buyers': 'admin',
  'GET /api/admin/reports/money': 'admin',
  'GET /api/admin/balance': 'admin',
  'GET /api/admin/balance/csv': 'admin',
  'GET /api/admin/disputes': 'admin',
  'POST /api/admin/disputes/:disputeId/review': 'admin',
  'GET /api/admin/disputes/:disputeId/evidence': 'admin',
  'GET /api/admin/leads/:leadId/matching-buyers': 'admin',
  'POST /api/admin/leads/:leadId/withdraw': 'admin',
  'POST /api/admin/leads/:leadId/reroute': 'admin',
  'POST /api/leads/:leadId/problem-reports': 'agent',
  'GET /api/admin/held-posts': 'admin',
  'GET /api/admin/held-posts/:postId': 'admin',
  'POST /api/admin/held-posts/:postId/replay': 'admin',
  'POST /api/admin/held-posts/:postId/discard': 'admin',
  'GET /api/admin/funnels/:funnelId/connections': 'admin',
  'POST /api/admin/funnels/:funnelId/connections': 'admin',
  'POST /api/admin/funnels/:funnelId/remove-connection': 'admin',
  'GET /api/admin/funnels/:funnelId/mapping': 'admin',
  'POST /api/admin/funnels/:funnelId/mapping': 'admin',
  'POST /api/admin/funnels/:funnelId/preview': 'admin',
  'GET /api/admin/problem-reports': 'admin',
  'GET /api/admin/problem-reports/:reportId': 'admin',
  'POST /api/admin/problem-reports/:reportId/review': 'admin',
  'POST /api/admin/problem-reports/:reportId/approve': 'admin',
  'POST /api/admin/problem-reports/:reportId/decline': 'admin',
  'GET /api/admin/funnels/:funnelId/problem-reports': 'admin',
  'GET /api/admin/audit': 'admin',
  'GET /api/admin/incidents': 'admin',
  'POST /api/admin/incidents': 'admin',
  'POST /api/admin/incidents/:incidentId/updates': 'admin',
  'GET /api/admin/leads': 'admin',
  'GET /api/admin/leads/:leadId': 'admin',
  'GET /api/admin/integration-requests': 'admin',
  'PATCH /api/admin/integration-requests/:requestId': 'admin',
  'GET /api/admin/deliveries': 'admin',
  'GET /api/admin/deliveries/:deliveryId/attempts': 'admin',
  'POST /api/admin/deliveries/resend': 'admin',
  'GET /api/deliveries': 'agent',
  'GET /api/deliveries/:deliveryId/attempts': 'agent',
  'POST /api/deliveries/:deliveryId/resend': 'agent',
  'GET /api/admin/failed-messages': 'admin',
  'GET /api/admin/queues': 'admin',
  'GET /api/admin/queue-jobs': 'admin',
  'GET /api/admin/attention': 'admin',
  'POST /api/admin/failed-messages/:failureId/retry': 'admin',
  'POST /api/admin/deliveries/:deliveryId/resend': 'admin',
  'GET /api/admin/funnels': 'admin',
  'GET /api/admin/funnels/:funnelId': 'admin',
  'GET /api/admin/funnels/:funnelId/report': 'admin',
  'GET /api/admin/funnels/:funnelId/refused-posts': 'admin',
  'POST /api/admin/funnels': 'admin',
  'PATCH /api/admin/funnels/:funnelId': 'admin',
  'POST /api/admin/funnels/:funnelId/keys': 'admin',
  'POST /api/admin/funnels/:funnelId/revoke-key': 'admin',
  'POST /api/admin/funnels/:funnelId/test-lead': 'admin',
  'POST /api/ingest/leads': 'funnel',
  'POST /api/ingest/leads/batch': 'funnel',
  'POST /api/ingest/ping': 'funnel',
  'POST /api/ingest/in/:key': 'funnel',
  'POST /api/ingest/in/:key/:tool': 'funnel',
  'GET /api/ingest/in/:key': 'funnel',
  'GET /api/ingest/in/:key/:tool': 'funnel',
  'POST /api/ingest/in/:key/:part/test': 'funnel',
  'GET /api/ingest/leads/:leadId': 'funnel',
  'GET /api/ingest/report': 'funnel',
  'POST /api/ingest/report/test-lead': 'funnel',
  'POST /api/webhooks/stripe': 'public',
};

let system: TestSystem;
let browsers: Record<'visitor' | 'agent' | 'admin', Browser>;

beforeAll(async () => {
  system = await TestSystem.start();
  browsers = {
    visitor: system.openBrowser(),
    agent: (await system.registerAgent()).browser,
    admin: await system.createAdmin(),
  };
});
afterAll(() => system.stop());

/** The error code that denies access; undefined if the role has access. */
function expectedError(role: keyof typeof browsers, access: string): string | undefined {
  if (access === 'public' || access === 'funnel') return undefined;
  if (role === 'visitor') return 'UNAUTHENTICATED';
  return access === 'signed-in' || access === role ? undefined : 'FORBIDDEN';
}

describe('access', () => {
  it('is declared for every route', () => {
    expect(
      Object.fromEntries(
        Object.values(routes).map(({ method, path, access }) => [`${method} ${path}`, access]),
      ),
    ).toEqual(accessByRoute);
  });

  it.each(['visitor', 'agent', 'admin'] as const)('is enforced for %s', async (role) => {
    const errors: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [route, access] of Object.entries(accessByRoute)) {
      const [method = '', path = ''] = route.split(' ');
      // They would end the session that the other routes need; sessions.medium-spec.ts covers them.
      if (path === '/api/auth/logout' || path === '/api/user/sessions/end-all') continue;
      const body = method === 'GET' ? undefined : '{}';
      const { body: answer } = await browsers[role].send<{ code?: string }>(
        method,
        path.replace(/:\w+/, '00000000-0000-4000-8000-000000000000'),
        body,
        {},
      );
      const isDenied = answer.code === 'UNAUTHENTICATED' || answer.code === 'FORBIDDEN';
      errors[route] = isDenied ? answer.code : undefined;
      expected[route] = expectedError(role, access);
    }
    expect(errors).toEqual(expected);
  });
});

describe('the API documentation', () => {
  it('loads nothing from other hosts', async () => {
    const page = await (await fetch(`${system.gateway.url}/api/docs`)).text();
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source = '']) => source);
    expect(sources).toContain('./docs/swagger-ui-bundle.js');
    expect(sources.filter((source) => !source.startsWith('./docs/'))).toEqual([]);
    for (const source of sources)
      expect((await fetch(new URL(source, `${system.gateway.url}/api/`))).status).toBe(200);
  });
});
