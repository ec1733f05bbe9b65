import { seed, usesTestCards } from '@desk/tool-setup';
import { consoleReporter } from './reporter.js';
import { getStateDir, saveSystem } from './running-system.js';
import { launchStack, type Stack } from './stack.js';
import { formatSummary } from './summary.js';

/** Ctrl-C reaches this process from the terminal and again through npm. A later repetition is a second Ctrl-C. */
const REPEATED_SIGNAL_MS = 1_000;
const PARENT_CHECK_MS = 1_000;

const reporter = consoleReporter();
const interruption = new AbortController();
let stack: Stack | undefined;
let interruptedAt: number | undefined;

async function stopAndExit(): Promise<void> {
  if (!stack) return;
  await reporter.step('Stopping', stack.stop, () => 'Stopped');
  process.exit(0);
}

/** Stops everything. A second Ctrl-C exits at once, and the watchdog process stops what is left. */
function interrupt(): void {
  if (interruptedAt !== undefined) {
    if (Date.now() - interruptedAt > REPEATED_SIGNAL_MS) process.exit(130);
    return;
  }
  interruptedAt = Date.now();
  interruption.abort();
  void stopAndExit();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);

// If the parent is killed with SIGKILL, no signal reaches this process.
const parentPid = Number(process.env.DESK_STARTER);
if (parentPid) {
  const check = setInterval(() => {
    if (process.ppid === parentPid) return;
    // Once only: a repetition would be a second Ctrl-C.
    clearInterval(check);
    interrupt();
  }, PARENT_CHECK_MS).unref();
}

try {
  const stateDir = getStateDir(process.env);
  const launched = await launchStack({
    stateDir,
    env: process.env,
    reporter,
    signal: interruption.signal,
  });
  stack = launched;
  saveSystem(launched, stateDir);
  const seeded =
    launched.mode.nodeEnv === 'production'
      ? undefined
      : await reporter.step(
          'Sample data',
          () => seed(launched),
          () => 'Sample data is in place',
        );
  console.log(formatSummary(launched, seeded, { usesTestCards: usesTestCards(process.env) }));
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
