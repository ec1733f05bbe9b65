import { existsSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launchStack, randomPorts, temporaryStateDir } from '@desk/tool-start';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { type Browser, chromium } from 'playwright';
import { auditPage } from './audit-page.js';
import { slowdownFor } from './calibration.js';
import { missed, type PageFigures, targets } from './targets.js';

const USAGE = `usage: npm run audit -- [--runs N] [--json] [PATH …]
  Measures the public pages with Lighthouse (mobile, devtools throttling) on a system of its own.
  --runs N   runs of each page; the one of median performance counts (3)
  --cpu N    slows the processor down N times (what makes this machine, measured before each run, a mid-tier phone)`;

const pages = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/get-started',
  '/contact',
  '/terms',
  '/privacy',
];
const DEBUG_PORT = 9_337;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '3' },
      cpu: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1 || runs > 20) throw new Error(`--runs must be 1 to 20\n${USAGE}`);
  const cpu = values.cpu === undefined ? undefined : Number(values.cpu);
  if (cpu !== undefined && !(cpu >= 1 && cpu <= 20)) throw new Error(`--cpu must be 1 to 20\n${USAGE}`);
  const unknown = positionals.filter((path) => !pages.includes(path));
  if (unknown.length > 0) throw new Error(`not a public page: ${unknown.join(', ')}\n${USAGE}`);

  const figures = await measure(positionals.length > 0 ? positionals : pages, { runs, cpu }, (page) => {
    if (!values.json) console.log(lineOf(page));
  });
  if (values.json) console.log(JSON.stringify({ targets, pages: figures }, null, 2));
  if (figures.some((page) => missed(page).length > 0)) process.exitCode = 1;
}

async function measure(
  paths: readonly string[],
  { runs, cpu }: { runs: number; cpu: number | undefined },
  tell: (page: PageFigures) => void,
): Promise<PageFigures[]> {
  const stateDir = temporaryStateDir('audit');
  const stack = await launchStack({ stateDir, ports: await randomPorts() });
  const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
    (path) => path && existsSync(path),
  );
  try {
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: [`--remote-debugging-port=${DEBUG_PORT}`, '--no-sandbox', '--disable-gpu', '--disable-quic'],
    });
    try {
      const figures: PageFigures[] = [];
      for (const path of paths) {
        const all: PageFigures[] = [];
        for (let run = 0; run < runs; run += 1)
          all.push(await auditPage(stack.urls.web, path, DEBUG_PORT, cpu ?? (await calibrate(browser))));
        const median = all.toSorted((a, b) => a.performance - b.performance)[Math.floor(all.length / 2)];
        if (!median) continue;
        figures.push(median);
        tell(median);
      }
      return figures;
    } finally {
      await browser.close();
    }
  } finally {
    await stack.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** Measured anew for each run: what else the machine does changes what it is worth. */
async function calibrate(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    return slowdownFor(await page.evaluate(pageFunctions.computeBenchmarkIndex));
  } finally {
    await page.close();
  }
}

function lineOf(page: PageFigures): string {
  const faults = missed(page);
  return [
    faults.length === 0 ? '✓' : '✗',
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
    ...(faults.length > 0 ? [`missed: ${faults.join(', ')}`] : []),
  ].join('  ');
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
