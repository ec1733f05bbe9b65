import { createCallService } from './call-service.js';
import { confirm } from './confirm.js';
import { eraseConsumer } from './erase-consumer.js';
import { exportConsumer } from './export-consumer.js';
import { parseOptions } from './options.js';
import { describeErasure } from './report.js';

/** How long to wait for charges and deliveries in progress. */
const TIMEOUT_MS = 30_000;
const UNFINISHED = 3;

const QUESTION = 'Erase this person everywhere? This cannot be undone. Type yes: ';

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const call = createCallService(process.env);
  if (options.action === 'export') {
    console.log(JSON.stringify(await exportConsumer(options.person, call), null, 2));
    return;
  }
  if (!options.isConfirmed && !(await confirm(QUESTION))) throw new Error('Nothing was erased.');
  const erasure = await eraseConsumer(options.person, call, TIMEOUT_MS);
  describeErasure(erasure).forEach((line) => console.log(line));
  if (erasure.unfinished.length > 0) process.exitCode = UNFINISHED;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
