import type { Seeded } from './seed.js';
import type { Stack } from './stack.js';

const exampleLead = {
  first_name: 'Maria',
  last_name: 'Lopez',
  email: 'maria.lopez@example.com',
  phone: '(512) 555-0142',
  state: 'TX',
  zip: '78701',
  age: 67,
  estimated_assets: '$250K-$500K',
  purchase_timeline: '0-3 months',
  lead_type: 'Fixed',
};

function curlOf(webUrl: string, funnelKey: string): string {
  return [
    `curl -X POST ${webUrl}/api/ingest/leads \\`,
    `  -H 'X-Funnel-Key: ${funnelKey}' -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(exampleLead)}'`,
  ].join('\n');
}

/** What somebody needs to use the system that has just been started. */
export function summaryOf({ urls, sandbox, logsDir }: Stack, { signIns, funnelKey }: Seeded): string {
  const width = Math.max(0, ...signIns.map(({ who }) => who.length));
  const lines = [
    '',
    `Web      ${urls.web}`,
    ...(sandbox ? [`Inbox    ${urls.sandbox}  (mail, SMS, Slack and cards of the sandbox)`] : []),
    `Logs     ${logsDir}`,
    '',
    ...signIns.map(({ who, email, password }) => `${who.padEnd(width)}  ${email}  ${password}`),
    '',
    `Funnel key  ${funnelKey}`,
    'Sell a lead:',
    '',
    curlOf(urls.web, funnelKey),
    '',
    'Ctrl-C stops everything.',
  ];
  return lines.join('\n');
}
