import type { SeedResult } from './seed.js';
import type { Stack } from './stack.js';

const sampleLead = {
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

function formatCurl(webUrl: string, funnelKey: string): string {
  return [
    `curl -X POST ${webUrl}/api/ingest/leads \\`,
    `  -H 'X-Funnel-Key: ${funnelKey}' -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(sampleLead)}'`,
  ].join('\n');
}

/** Formats what a person needs to use the system that has just been started. */
export function formatSummary({ urls, sandbox, logsDir }: Stack, { signIns, funnelKey }: SeedResult): string {
  const labelWidth = Math.max(0, ...signIns.map(({ label }) => label.length));
  const lines = [
    '',
    `Web      ${urls.web}`,
    ...(sandbox ? [`Inbox    ${urls.sandbox}  (mail, SMS, Slack and cards of the sandbox)`] : []),
    `Logs     ${logsDir}`,
    '',
    ...signIns.map(({ label, email, password }) => `${label.padEnd(labelWidth)}  ${email}  ${password}`),
    '',
    `Funnel key  ${funnelKey}`,
    'Sell a lead:',
    '',
    formatCurl(urls.web, funnelKey),
    '',
    'Ctrl-C stops everything.',
  ];
  return lines.join('\n');
}
