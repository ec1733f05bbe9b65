import type { Route } from '@desk/contracts';

/** Why the session alone is enough for these acts. */
const SESSION_IS_ENOUGH: Readonly<Record<string, readonly string[]>> = {
  'Daily work of an agent, shown on the dashboard and reversible': [
    'PATCH /api/user/service-toggle',
    'PATCH /api/user/daily-limit',
    'PATCH /api/leads/:leadId',
    'POST /api/leads/dispositions',
    'POST /api/lead-views',
    'POST /api/lead-views/:viewId/delete',
    'PATCH /api/user/filters',
    'POST /api/user/filters/count',
    'PATCH /api/user/notices',
    'PATCH /api/user/time-zone',
    'PATCH /api/user/second-factors/:factorId',
  ],
  'Daily work of an admin that moves no money and changes no account': [
    'POST /api/admin/reconciliation/runs',
    'POST /api/admin/problem-reports/:reportId/review',
    'POST /api/admin/problem-reports/:reportId/decline',
    'POST /api/admin/funnels/:funnelId/test-lead',
    'PATCH /api/admin/integration-requests/:requestId',
    'POST /api/admin/failed-messages/:failureId/retry',
    'POST /api/admin/funnels/:funnelId/preview',
    'POST /api/admin/held-posts/:postId/discard',
    'POST /api/admin/incidents',
    'POST /api/admin/incidents/:incidentId/updates',
  ],
  'Only stops something or takes it back': [
    'POST /api/user/sessions/end-all',
    'POST /api/admin/funnels/:funnelId/revoke-key',
    'POST /api/channels/:channelId/pause',
    'POST /api/channels/:channelId/remove',
    'POST /api/channels/push/browsers/:browserId/remove',
  ],
  'Goes to an address, number or browser that is set up already': [
    'POST /api/user/resend-confirmation',
    'POST /api/admin/deliveries/:deliveryId/resend',
    'POST /api/deliveries/:deliveryId/resend',
    'POST /api/admin/deliveries/resend',
    'POST /api/channels/:channelId/test',
    'POST /api/channels/push/browsers/:browserId/test',
  ],
  'Charges or confirms the card that is on file already': [
    'POST /api/user/card/retry',
    'POST /api/user/card/authenticate',
  ],
  'Documents about payments, which name only whom the reader may see anyway': [
    'GET /api/billing/documents/:documentId/pdf',
    'GET /api/billing/statement/pdf',
    'GET /api/billing/statement/csv',
    'GET /api/admin/documents/:documentId/pdf',
    'GET /api/admin/statement/pdf',
    'GET /api/admin/statement/csv',
    'GET /api/admin/balance/csv',
  ],
  'Asks us for something; a person or a rule decides': [
    'POST /api/request-integration',
    'POST /api/leads/:leadId/problem-reports',
  ],
  'Accepts what a funnel posted, as it would have been when it was posted': [
    'POST /api/admin/held-posts/:postId/replay',
  ],
  'Is the proof itself': ['POST /api/auth/reauthenticate/options', 'POST /api/auth/reauthenticate'],
};

/** Whether a call acts with the rights of a session, or takes data out of the system. */
const isAct = ({ method, access, audit }: Route): boolean =>
  access !== 'public' && access !== 'funnel' && (method !== 'GET' || audit === 'export');

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const toList = (calls: readonly string[]): string => calls.map((call) => `- \`${call}\``).join('\n');

/** @throws Error if an act by the session alone has no reason, or a reason is about no such act */
export function renderSensitiveActs(routes: readonly Route[]): string {
  const acts = routes.filter(isAct);
  const withoutProof = acts.filter(({ proof }) => proof === 'none').map(nameOf);
  const reasons = Object.entries(SESSION_IS_ENOUGH);
  const explained = reasons.flatMap(([, calls]) => calls);
  const different = [
    ...withoutProof.filter((call) => !explained.includes(call)),
    ...explained.filter((call, index) => !withoutProof.includes(call) || explained.indexOf(call) !== index),
  ];
  if (different.length > 0)
    throw new Error(`Explain once each in SESSION_IS_ENOUGH: ${different.join(', ')}`);
  return `# What a sensitive act needs

Why, and how it is checked: [account protection](../account-protection.md#what-a-sensitive-act-needs).

## A recent proof

${toList(acts.filter(({ proof }) => proof === 'recent').map(nameOf))}

## The secret of an emailed link

${toList(routes.filter(({ proof }) => proof === 'link').map(nameOf))}

## The session alone

${reasons.map(([reason, calls]) => `${reason}:\n\n${toList(calls)}`).join('\n\n')}
`;
}
