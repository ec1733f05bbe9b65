import { type Options, readOptions, USAGE } from './options.js';
import { describeRequest, judge, reportText } from './report.js';
import { RequestGenerator } from './requests/request-generator.js';
import { readOperations, runAttack } from './run/run-attack.js';
import { RequestSender } from './run/sender.js';
import { startTestSystem, type TestSystem } from './run/test-system.js';

const QUIET_LEADS = 400;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());

async function sendOne(
  { system, credentials, addressKey }: TestSystem,
  { seed, operation }: Options,
  index: number,
): Promise<boolean> {
  const generator = new RequestGenerator(await readOperations(system.webUrl), seed, operation);
  const sender = new RequestSender(system.webUrl, credentials, addressKey);
  const request = generator.generate(index);
  console.log(describeRequest(request));
  const answer = await sender.send(request);
  console.log(answer);
  sender.close();
  return true;
}

/** Returns whether every promise was kept. */
async function run(test: TestSystem, options: Options): Promise<boolean> {
  if (options.only !== undefined) return sendOne(test, options, options.only);
  const onProgress = (message: string): void => console.error(message);
  const result = await runAttack(test, { ...options, quietLeads: QUIET_LEADS, onProgress });
  const verdict = judge(result);
  console.log(reportText(result, verdict, options));
  return result.attack.violations.length === 0 && verdict.faults.length === 0;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    console.log(USAGE);
    return;
  }
  const { signal } = interruption;
  console.error('Starting a test system');
  const test = await startTestSystem({ signal });
  const interrupted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Stopped')), { once: true });
  });
  try {
    if (!(await Promise.race([run(test, options), interrupted]))) process.exitCode = 1;
  } finally {
    await test.close();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = interruption.signal.aborted ? 130 : 2;
});
// A request without an answer would keep the process alive until its timeout.
process.exit();
