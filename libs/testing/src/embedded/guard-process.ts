import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * Runs as a process of its own, beside the one that started servers. When that one ends, however it ends,
 * its end of our standard input closes, and what it left running is stopped. Node built-ins only.
 */
interface Charge {
  pid: number;
  signal: NodeJS.Signals;
  rank: number;
}

const charges = new Map<number, Charge>();
const folders = new Set<string>();
const labels = new Set<string>();

// As in processes.ts, repeated because this file runs by itself.
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    // Ended, but not yet collected by whoever inherited it.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in the meantime, which is what was wanted.
  }
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function stop({ pid, signal }: Charge): Promise<void> {
  send(pid, signal);
  const deadline = Date.now() + 5_000;
  while (isAlive(pid) && Date.now() < deadline) await pause(50);
  if (isAlive(pid)) send(pid, 'SIGKILL');
}

function removeContainers(label: string): void {
  const list = ['ps', '-aq', '--filter', `label=${label}`];
  const { stdout, error } = spawnSync('docker', list, { encoding: 'utf8' });
  if (error) return;
  const ids = stdout.split(/\s+/).filter(Boolean);
  if (ids.length > 0) spawnSync('docker', ['rm', '--force', '--volumes', ...ids], { stdio: 'ignore' });
}

// The highest rank first: services go before the servers that they use.
async function stopAll(): Promise<void> {
  const all = [...charges.values()];
  for (const rank of [...new Set(all.map((charge) => charge.rank))].sort((a, b) => b - a)) {
    await Promise.all(all.filter((charge) => charge.rank === rank).map(stop));
  }
  for (const label of labels) removeContainers(label);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

interface Order {
  add?: Charge;
  remove?: number;
  folder?: string;
  keep?: string;
  label?: string;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const order = JSON.parse(line) as Order;
  if (order.add) charges.set(order.add.pid, order.add);
  if (order.remove !== undefined) charges.delete(order.remove);
  if (order.folder !== undefined) folders.add(order.folder);
  if (order.keep !== undefined) folders.delete(order.keep);
  if (order.label !== undefined) labels.add(order.label);
});
lines.on('close', () => void stopAll().then(() => process.exit(0)));
