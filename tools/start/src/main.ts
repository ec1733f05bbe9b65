import { consoleReporter } from './reporter.js';
import { rememberSystem, stateDirOf } from './running-system.js';
import { seed } from './seed.js';
import { launchStack, type Stack } from './stack.js';
import { summaryOf } from './summary.js';

const reporter = consoleReporter();
const interruption = new AbortController();
let stack: Stack | undefined;
let askedAt: number | undefined;

async function finish(): Promise<void> {
  if (!stack) return;
  await reporter.step('Stopping', stack.stop, () => 'Stopped');
  process.exit(0);
}

// Ctrl-C reaches us from the terminal and once more through npm, so a quick repetition is the same one. A later one
// means: at once. What then still runs is ended by the guard process.
function ask(): void {
  if (askedAt !== undefined) {
    if (Date.now() - askedAt > 1_000) process.exit(130);
    return;
  }
  askedAt = Date.now();
  interruption.abort();
  void finish();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, ask);

// Our starter may be killed without a word; nobody would be left to stop us.
const starter = Number(process.env.DESK_STARTER);
if (starter) setInterval(() => process.ppid !== starter && ask(), 1_000).unref();

try {
  stack = await launchStack({
    stateDir: stateDirOf(process.env),
    env: process.env,
    reporter,
    signal: interruption.signal,
  });
  const started = stack;
  rememberSystem(started, stateDirOf(process.env));
  const seeded = await reporter.step(
    'First people',
    () => seed(started),
    () => 'First people are there',
  );
  console.log(summaryOf(started, seeded));
} catch (error) {
  if (interruption.signal.aborted) {
    await stack?.stop();
    if (!stack) console.log('✓ Stopped');
    process.exit(0);
  }
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  await stack?.stop();
  process.exit(1);
}
