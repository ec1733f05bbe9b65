import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

export interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly node: string;
}

export const describeMachine = (): Machine => ({
  cores: cpus().length,
  model: cpus()[0]?.model.trim() ?? 'unknown',
  node: process.version,
});

export interface LoadFigures {
  readonly busy: number;
  readonly loadAverage: number;
}

export const machineText = ({ cores, model, node }: Machine, { busy, loadAverage }: LoadFigures): string =>
  `${cores} × ${model}, Node ${node}; ${(busy * 100).toFixed(0)} % busy, load ${loadAverage.toFixed(1)}`;

/** Share of all cores that was busy between two calls, by whatever program. */
export class Load {
  private readonly before = ticks();

  end(): LoadFigures {
    const after = ticks();
    const total = after.total - this.before.total;
    const busy = total === 0 ? 0 : 1 - (after.idle - this.before.idle) / total;
    return { busy, loadAverage: loadavg()[0] ?? 0 };
  }
}

function ticks(): { total: number; idle: number } {
  let [total, idle] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { total, idle };
}

/** Milliseconds of processor time that a process has used; undefined where the system does not tell. */
export function cpuMs(pid: number | undefined): number | undefined {
  const file = `/proc/${pid ?? ''}/stat`;
  if (pid === undefined || !existsSync(file)) return undefined;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // utime and stime, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
