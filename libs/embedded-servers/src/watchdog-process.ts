import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

// Runs as a separate process for a parent that starts servers. When the parent ends, even by SIGKILL, the pipe to
// our standard input closes, and we stop what the parent left running. Uses Node built-ins only.

interface WatchedProcess {
  pid: number;
  signal: NodeJS.Signals;
  stopPriority: number;
}

/** One line of our standard input, as JSON. */
export interface WatchdogMessage {
  addProcess?: WatchedProcess;
  removeProcess?: number;
  addFolder?: string;
  removeFolder?: string;
  addContainerLabel?: string;
}

const STOP_GRACE_MS = 5_000;
const STOP_POLL_MS = 50;

const watchedProcesses = new Map<number, WatchedProcess>();
const folders = new Set<string>();
const containerLabels = new Set<string>();

// Repeats processes.ts: in tests, Node runs this file as TypeScript and would not find the `.js` of an import.
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    // A zombie has ended, but its parent has not collected it yet.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};

const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended in the meantime.
  }
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function stop({ pid, signal }: WatchedProcess): Promise<void> {
  sendSignal(pid, signal);
  const deadline = Date.now() + STOP_GRACE_MS;
  while (isAlive(pid) && Date.now() < deadline) await pause(STOP_POLL_MS);
  if (isAlive(pid)) sendSignal(pid, 'SIGKILL');
}

function removeContainers(label: string): void {
  const list = ['ps', '-aq', '--filter', `label=${label}`];
  const { stdout, error } = spawnSync('docker', list, { encoding: 'utf8' });
  if (error) return;
  const ids = stdout.split(/\s+/).filter(Boolean);
  if (ids.length > 0) spawnSync('docker', ['rm', '--force', '--volumes', ...ids], { stdio: 'ignore' });
}

/** Stops the highest priority first: services before the servers they use. */
async function cleanUp(): Promise<void> {
  const all = [...watchedProcesses.values()];
  const priorities = [...new Set(all.map(({ stopPriority }) => stopPriority))].sort((a, b) => b - a);
  for (const priority of priorities) {
    await Promise.all(all.filter(({ stopPriority }) => stopPriority === priority).map(stop));
  }
  for (const label of containerLabels) removeContainers(label);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line) as WatchdogMessage;
  if (message.addProcess) watchedProcesses.set(message.addProcess.pid, message.addProcess);
  if (message.removeProcess !== undefined) watchedProcesses.delete(message.removeProcess);
  if (message.addFolder !== undefined) folders.add(message.addFolder);
  if (message.removeFolder !== undefined) folders.delete(message.removeFolder);
  if (message.addContainerLabel !== undefined) containerLabels.add(message.addContainerLabel);
});
lines.on('close', () => void cleanUp().then(() => process.exit(0)));
