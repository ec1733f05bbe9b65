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

function formatSamples(webUrl: string, { signIns, funnelKey }: SeedResult): string[] {
  const labelWidth = Math.max(0, ...signIns.map(({ label }) => label.length));
  const signInLines = signIns.map(
    ({ label, email, password }) => `${label.padEnd(labelWidth)}  ${email}  ${password}`,
  );
  return [
    ...(signInLines.length > 0 ? [...signInLines, ''] : []),
    `Funnel key  ${funnelKey}`,
    'Sell a lead:',
    '',
    formatCurl(webUrl, funnelKey),
  ];
}

const FIRST_STEPS_IN_PRODUCTION = [
  'Create an admin:   npm run admin -- create EMAIL',
  'Create a funnel:   npm run funnel -- create NAME',
];

/**
 * Formats what a person needs to use the system that has just been started. In production there is no sample data, so
 * `seeded` is undefined.
 */
export function formatSummary(
  { mode, urls, logsDir }: Pick<Stack, 'mode' | 'urls' | 'logsDir'>,
  seeded: SeedResult | undefined,
  { usesTestCards }: { usesTestCards: boolean },
): string {
  const cards = usesTestCards ? ", with the card provider's test mode: no money is charged" : '';
  const lines = [
    '',
    `Mode     ${mode.nodeEnv}${cards}`,
    `Web      ${urls.web}`,
    ...(mode.usesSandbox ? [`Inbox    ${urls.sandbox}  (mail, SMS, Slack and cards of the sandbox)`] : []),
    `Logs     ${logsDir}`,
    '',
    ...(seeded ? formatSamples(urls.web, seeded) : FIRST_STEPS_IN_PRODUCTION),
    '',
    'Ctrl-C stops everything.',
  ];
  return lines.join('\n');
}
