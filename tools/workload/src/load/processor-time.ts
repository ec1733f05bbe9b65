import { existsSync, readFileSync } from 'node:fs';

/** Length of a clock tick in /proc. Linux reports 100 ticks per second on every architecture. */
const TICK_MS = 10;

/** Returns the processor time that a process has used, or undefined on systems without /proc. */
export function processorTimeMs(pid: number | undefined): number | undefined {
  const file = `/proc/${pid ?? ''}/stat`;
  if (pid === undefined || !existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return (userTicks + systemTicks) * TICK_MS;
}
