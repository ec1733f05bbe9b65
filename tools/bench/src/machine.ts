import { cpus, loadavg } from 'node:os';

export const describeMachine = () => ({
  cores: cpus().length,
  model: cpus()[0]?.model.trim() ?? 'unknown',
  node: process.version,
});
export type Machine = ReturnType<typeof describeMachine>;

/** Load of the whole machine, from all programs. `busy` is a share of all cores, from 0 to 1. */
export type MachineLoad = ReturnType<LoadMeter['end']>;

export const machineText = ({ cores, model, node }: Machine, { busy, loadAverage }: MachineLoad): string =>
  `${cores} × ${model}, Node ${node}; ${(busy * 100).toFixed(0)} % busy, load ${loadAverage.toFixed(1)}`;

/** Measures the load from its creation to `end`. */
export class LoadMeter {
  private readonly before = readTicks();

  end() {
    const after = readTicks();
    const total = after.total - this.before.total;
    const busy = total === 0 ? 0 : 1 - (after.idle - this.before.idle) / total;
    return { busy, loadAverage: loadavg()[0] ?? 0 };
  }
}

function readTicks() {
  let [total, idle] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { total, idle };
}
