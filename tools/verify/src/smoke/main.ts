import { parseArgs } from 'node:util';
import { createStripe } from '../verify.js';
import { runSmokeTest } from './run-smoke-test.js';
import { readSmokeOptions } from './smoke-options.js';

const USAGE = `usage: STRIPE_SECRET_KEY=sk_test_… npm run smoke:stripe -- [--webhook-port PORT] [--timeout SECONDS]
  Saves a card, charges it, is declined, is asked for authentication, refunds, and sees the events, at the card
  provider itself with its test cards. Live keys are refused. Creates one customer and removes its cards again.
  --webhook-port PORT  waits until the events arrive at this port, forwarded and signed with STRIPE_WEBHOOK_SECRET:
                       stripe listen --forward-to http://127.0.0.1:PORT
                       Without it, reads the provider's own list of events.
  --timeout SECONDS    how long to wait for the events (60)`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'webhook-port': { type: 'string' },
      timeout: { type: 'string', default: '60' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const timeoutSeconds = Number(values.timeout);
  if (!(timeoutSeconds > 0)) throw new Error(`--timeout must be a number of seconds\n${USAGE}`);
  const options = readSmokeOptions(process.env, values['webhook-port']);
  const isPassed = await runSmokeTest(createStripe(options), options, timeoutSeconds * 1_000, (result) => {
    console.log(`${result.isPassed ? '✓' : '✗'} ${result.step.padEnd(24)} ${result.seen}`);
  });
  if (isPassed) console.log('\nIf the system runs with this key: npm run reconcile must find no difference.');
  else process.exitCode = 1;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
