type AuditResult =
  | { readonly status: 'clean' }
  | { readonly status: 'vulnerable'; readonly packages: readonly string[] }
  | { readonly status: 'not-scanned'; readonly reason: string };

interface AuditReport {
  readonly error?: { readonly summary?: string };
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity?: string }>>;
}

/** Lower severities are reported by `npm audit` but do not fail the tests. */
const FAILING_SEVERITIES = new Set(['high', 'critical']);

/** Reads the output of `npm audit --json`, which is an error report if the advisory database did not answer. */
export function interpretAudit(output: string): AuditResult {
  const report = parse(output);
  if (report === undefined) return { status: 'not-scanned', reason: 'npm audit printed no report' };
  if (!report.vulnerabilities)
    return { status: 'not-scanned', reason: withoutUrl(report.error?.summary || report.message) };
  const packages = Object.entries(report.vulnerabilities)
    .filter(([, { severity = '' }]) => FAILING_SEVERITIES.has(severity))
    .map(([name, { severity }]) => `${name} (${severity})`);
  return packages.length > 0 ? { status: 'vulnerable', packages } : { status: 'clean' };
}

function parse(output: string): AuditReport | undefined {
  try {
    const report: unknown = JSON.parse(output);
    return typeof report === 'object' && report !== null ? report : undefined;
  } catch {
    return undefined;
  }
}

const withoutUrl = (message = ''): string =>
  message.replace(/ - [A-Z]+ http\S+/, '').trim() || 'the advisory database did not answer';
