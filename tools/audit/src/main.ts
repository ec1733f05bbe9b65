import { existsSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launchStack, findFreePorts, createTemporaryStateDir } from '@desk/tool-start';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { type Browser, chromium } from 'playwright';
import { getCpuSlowdown } from './calibration.js';
import { findMissedTargets, type PageMeasurements } from './targets.js';
import { get } from 'node:http';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { throttling } from 'lighthouse/core/config/constants.js';

const flags: Flags = {
  onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  formFactor: 'mobile',
  throttlingMethod: 'devtools',
  logLevel: 'error',
};

/** Runs Lighthouse once in the Chromium with this debugging port. Throws when Lighthouse returns no result. */
async function auditPage(
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
    scriptKb: (await measureScriptBytes(lhr)) / 1_000,
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

const USAGE = `Usage: npm run audit -- [--runs N] [PATH …]
  Measures the public pages with Lighthouse (mobile, DevTools throttling) on a temporary system.
  --runs N   Runs per page; the run with the median performance counts. Default 3.`;

const pages = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/get-started',
  '/contact',
  '/status',
  '/terms',
  '/privacy',
  '/guides/webhooks',
  '/docs/posting',
  '/docs/posting/google-ads',
];
const DEBUG_PORT = 9_337;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '3' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1 || runs > 20) throw new Error(`--runs must be 1 to 20\n${USAGE}`);
  const unknown = positionals.filter((path) => !pages.includes(path));
  if (unknown.length > 0) throw new Error(`Not a public page: ${unknown.join(', ')}\n${USAGE}`);

  await measure(positionals.length > 0 ? positionals : pages, runs);
}

/** Prints each page, and sets the exit code if one misses a target. */
async function measure(paths: readonly string[], runs: number): Promise<void> {
  const stateDir = createTemporaryStateDir('audit');
  const stack = await launchStack({ stateDir, ports: await findFreePorts() });
  const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
    (path) => path && existsSync(path),
  );
  try {
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: [`--remote-debugging-port=${DEBUG_PORT}`, '--no-sandbox', '--disable-gpu', '--disable-quic'],
    });
    try {
      for (const path of paths) {
        const runResults: PageMeasurements[] = [];
        for (let run = 0; run < runs; run += 1)
          runResults.push(
            await auditPage(stack.urls.web, path, DEBUG_PORT, await measureCpuSlowdown(browser)),
          );
        const median = runResults.toSorted((a, b) => a.performance - b.performance)[
          Math.floor(runResults.length / 2)
        ];
        if (!median) continue;
        console.log(formatResult(median));
        if (findMissedTargets(median).length > 0) process.exitCode = 1;
      }
    } finally {
      await browser.close();
    }
  } finally {
    await stack.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** Called before each run, because other load on the machine changes the benchmark index. */
async function measureCpuSlowdown(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    return getCpuSlowdown(await page.evaluate(pageFunctions.computeBenchmarkIndex));
  } finally {
    await page.close();
  }
}

function formatResult(page: PageMeasurements): string {
  const missedTargets = findMissedTargets(page);
  return [
    missedTargets.length === 0 ? '✓' : '✗',
    page.path.padEnd(18),
    `performance ${String(page.performance).padStart(3)}`,
    `accessibility ${page.accessibility}`,
    `best practices ${page['best-practices']}`,
    `SEO ${page.seo}`,
    `shift ${page.layoutShift.toFixed(3)}`,
    `script ${page.scriptKb.toFixed(1)} KB`,
    `paint ${page.largestPaintMs} ms`,
    `blocking ${page.blockingMs} ms`,
    `processor 1/${page.cpuSlowdown.toFixed(1)}`,
    ...(missedTargets.length > 0 ? [`missed: ${missedTargets.join(', ')}`] : []),
  ].join('  ');
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
