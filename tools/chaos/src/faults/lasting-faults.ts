import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@desk/tool-start';
import type { Random } from '@desk/tool-workload';
import type { Links } from '../network/links.js';
import { withAdministrator } from '../run/database.js';
import { waitFor } from '../run/wait-for.js';
import type { Fault } from './fault.js';
import { poison } from './poison.js';
import type { SandboxControl } from './sandbox-control.js';

const FREEZE_TIMEOUT_MS = 30_000;

type FaultOf<Type extends Fault['type']> = Extract<Fault, { readonly type: Type }>;
export type LastingFault = FaultOf<'freeze' | 'cut' | 'outage' | 'lock-buyers' | 'poison'>;

const lastingTypes: readonly Fault['type'][] = ['freeze', 'cut', 'outage', 'lock-buyers', 'poison'];

export const isLasting = (fault: Fault): fault is LastingFault => lastingTypes.includes(fault.type);

/** A process that reaches an armed crash point renames its file to this. */
export const hitFileOf = (chaosDir: string, point: string): string => join(chaosDir, `${point}.hit`);

export interface FaultInjectorOptions {
  readonly stack: Stack;
  readonly links: Links;
  readonly sandbox: SandboxControl;
  /** Folder in which a file arms the crash point of the same name. */
  readonly chaosDir: string;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Interrupts something for a while, and lets it continue. */
export class LastingFaults {
  /** Faults that interrupted nothing. */
  readonly missed: string[] = [];
  /** Leads that a poisoned row held up. */
  readonly heldUp: object[] = [];

  constructor(private readonly options: FaultInjectorOptions) {}

  /** Resolves when the fault is over, with what it interrupted. */
  async inject(fault: LastingFault): Promise<string> {
    if (fault.type === 'freeze') return this.freeze(fault);
    if (fault.type === 'cut') return this.cut(fault);
    if (fault.type === 'lock-buyers') return this.lockBuyers(fault);
    if (fault.type === 'poison') return this.poison(fault);
    return this.stopServer(fault);
  }

  private async freeze({ point, forMs }: FaultOf<'freeze'>): Promise<string> {
    const { chaosDir, signal } = this.options;
    const hitFile = hitFileOf(chaosDir, point);
    const readPid = () => (existsSync(hitFile) && Number(readFileSync(hitFile, 'utf8'))) || undefined;
    const pid = await waitFor(readPid, { timeoutMs: FREEZE_TIMEOUT_MS, intervalMs: 5, signal });
    if (pid === undefined) return 'froze nothing';
    try {
      await pause(forMs, undefined, { signal });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    return `froze ${point.split(':')[0] ?? ''} for ${forMs / 1_000} s`;
  }

  private async cut({ dependency, how, oneCopyOf, forMs }: FaultOf<'cut'>): Promise<string> {
    const { stack, links, random, signal } = this.options;
    const copies = oneCopyOf ? stack.services[oneCopyOf].length : 0;
    const one = oneCopyOf && { service: oneCopyOf, copy: random.number.int({ min: 0, max: copies - 1 }) };
    const proxies = links.find(dependency, one);
    const countInterrupted = () => proxies.reduce((sum, proxy) => sum + proxy.countInterrupted(), 0);
    const before = countInterrupted();
    for (const proxy of proxies) proxy[how === 'silent' ? 'silence' : 'refuse']();
    try {
      await pause(forMs, undefined, { signal });
    } finally {
      for (const proxy of proxies) proxy.restore();
    }
    if (countInterrupted() === before)
      this.missed.push(`${dependency} ${how}: no connection was interrupted`);
    return `${dependency} ${how} for ${forMs / 1_000} s`;
  }

  private async lockBuyers({ forMs }: FaultOf<'lock-buyers'>): Promise<string> {
    const { stack, signal } = this.options;
    await withAdministrator(stack, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT id FROM leads.buyers ORDER BY id FOR UPDATE');
      await pause(forMs, undefined, { signal });
    });
    return 'locked the buyers';
  }

  private async poison({ statements }: FaultOf<'poison'>): Promise<string> {
    const { stack, signal } = this.options;
    const { isInjected, heldUp } = await poison(stack, statements, signal);
    const name = `${statements.event} ${statements.table}`;
    if (!isInjected) this.missed.push(`${name}: no row was poisoned`);
    this.heldUp.push(...heldUp.map((lead) => ({ lead, heldUpAt: name })));
    return `poisoned a row of ${statements.table}`;
  }

  private async stopServer({ server: name, forMs }: FaultOf<'outage'>): Promise<string> {
    const server = this.options.stack[name];
    if (!server) throw new Error(`${name} was not started by this run, so it cannot be stopped`);
    await server.stop();
    try {
      await pause(forMs, undefined, { signal: this.options.signal });
    } finally {
      await server.start();
    }
    return `${name} away for ${forMs / 1_000} s`;
  }
}
