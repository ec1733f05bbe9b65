import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const POLL_MS = 10;

/** Waits for the file with which a process responds to a signal. Rejects with `problem` after 10 s. */
export async function waitForFile(file: string, problem: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error(problem);
    await pause(POLL_MS);
  }
}
