import { get } from 'node:http';
import type { Flags, Result } from 'lighthouse';
import lighthouse from 'lighthouse';
import { throttling } from 'lighthouse/core/config/constants.js';
import type { PageMeasurements } from './targets.js';

const flags: Flags = {
  onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  formFactor: 'mobile',
  throttlingMethod: 'devtools',
  logLevel: 'error',
};

/** Runs Lighthouse once in the Chromium with this debugging port. Throws when Lighthouse returns no result. */
export async function auditPage(
  origin: string,
  path: string,
  port: number,
  cpuSlowdown: number,
): Promise<PageMeasurements> {
  const run = await lighthouse(`${origin}${path}`, {
    ...flags,
    port,
    throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: cpuSlowdown },
  });
  if (!run) throw new Error(`Lighthouse returned no result for ${path}`);
  const { lhr } = run;
  if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
  const score = (category: string): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const value = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
  return {
    path,
    cpuSlowdown,
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    layoutShift: value('cumulative-layout-shift'),
    scriptKb: (await measureScriptBytes(lhr)) / 1_024,
    largestPaintMs: Math.round(value('largest-contentful-paint')),
    blockingMs: Math.round(value('total-blocking-time')),
  };
}

/** Returns the gzipped size of the scripts of the first load, without headers. */
async function measureScriptBytes(lhr: Result): Promise<number> {
  const details = lhr.audits['network-requests']?.details as
    { items?: { resourceType?: string; url?: string }[] } | undefined;
  const scripts = (details?.items ?? []).filter(({ resourceType }) => resourceType === 'Script');
  const sizes = await Promise.all([...new Set(scripts.map(({ url = '' }) => url))].map(fetchGzipBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function fetchGzipBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('end', () => resolve(bytes));
      response.once('error', reject);
    }).once('error', reject);
  });
}
