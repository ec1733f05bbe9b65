import { EnvironmentError } from './env.js';
import type { Logger } from './logging/logger.js';
import { scrub } from './logging/scrub.js';

/** Starts a process. A failure prints one message to stderr and exits with code 1. */
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

/** On SIGTERM or SIGINT, finishes running work in time and exits. Work that is cut off is repeated elsewhere. */
export function onShutdown(logger: Logger, timeoutSeconds: number, close: () => Promise<void>): void {
  let closing = false;
  const shutdown = (signal: string): void => {
    if (closing) return;
    closing = true;
    logger.info({ signal }, 'shutdown started');
    setTimeout(() => {
      logger.warn('shutdown timed out');
      process.exit(1);
    }, timeoutSeconds * 1_000).unref();
    close().then(
      () => process.exit(0),
      (err: unknown) => {
        logger.error({ err }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  // Not `once`: without a listener, a second signal would end the process immediately.
  process.on('SIGTERM', () => shutdown('SIGTERM'));
  process.on('SIGINT', () => shutdown('SIGINT'));
  process.on('unhandledRejection', (err) => logger.error({ err }, 'unhandled rejection'));
}
