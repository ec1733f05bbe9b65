import { EnvironmentError } from './env.js';
import type { Logger } from './logging/logger.js';
import { scrub } from './logging/scrub.js';

const SHUTDOWN_LIMIT_MS = 15_000;

/** Runs the start of a process; a failure is one plain message on stderr and exit code 1. */
export async function startOrExit(name: string, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const text =
      error instanceof EnvironmentError
        ? error.message
        : `could not start: ${scrub(error instanceof Error ? error.message : String(error))}`;
    process.stderr.write(`${name}: ${text}\n`);
    process.exit(1);
  }
}

/** On SIGTERM or SIGINT: finish what is in hand, at most 15 s, then exit. What is cut off is done again later. */
export function onShutdown(logger: Logger, close: () => Promise<void>): void {
  let closing = false;
  const shutdown = (signal: string): void => {
    if (closing) return;
    closing = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.warn('stopped before all was finished');
      process.exit(1);
    }, SHUTDOWN_LIMIT_MS).unref();
    close().then(
      () => process.exit(0),
      (err: unknown) => {
        logger.error({ err }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => shutdown('SIGTERM'));
  process.once('SIGINT', () => shutdown('SIGINT'));
  process.on('unhandledRejection', (err) => logger.error({ err }, 'unhandled rejection'));
}
