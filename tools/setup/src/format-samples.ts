import type { SeedResult } from './seed.js';

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

/** Formats the sign-ins of the sample data, its funnel key and a lead to post. */
export function formatSamples(webUrl: string, { signIns, funnelKey }: SeedResult): string[] {
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
