import { readOptions } from './options.js';
import { startSandbox } from './sandbox.js';

const CLOSE_TIMEOUT_MS = 5_000;

try {
  const sandbox = await startSandbox(readOptions(process.env));
  console.log(`sandbox: ${sandbox.url} (page, card API, SMS, Slack), email at ${sandbox.smtpUrl}`);
  const stop = (): void => {
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
    void sandbox.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  console.error(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
