import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@desk/tool-start';
import { Redis } from 'ioredis';
import type { Random } from '../plan/random.js';
import { waitFor } from '../run/wait.js';
import type { Fault, Kind, Part } from './fault.js';
import type { SandboxControl } from './sandbox-control.js';

const HIT_WITHIN_MS = 30_000;
/** A moment of the burst for faults that have no point of their own. */
const SOME_MOMENT_MS = 500;

export interface Damage {
  /** What was killed or wiped, for the console. */
  readonly done: readonly string[];
  readonly kills: number;
  /** Faults that never came about. */
  readonly notHit: readonly string[];
}

/** Brings the faults of one cell about and makes sure that each really happened. */
export class Saboteur {
  private readonly done: string[] = [];
  private kills = 0;
  private rules: { id: string; what: string }[] = [];

  constructor(
    private readonly stack: Stack,
    private readonly sandbox: SandboxControl,
    private readonly chaosDir: string,
    private readonly random: Random,
    private readonly signal: AbortSignal,
  ) {}

  /** Everything that waits for its occasion. */
  async arm(kind: Kind): Promise<void> {
    for (const fault of kind.faults) {
      if (fault.do === 'crash') writeFileSync(this.file(fault.point), '');
      if (fault.do === 'webhooks') await this.sandbox.setWebhooks(fault.settings);
      if (fault.do === 'misbehave')
        this.rules.push({ id: await this.sandbox.addFault(fault.rule), what: JSON.stringify(fault.rule) });
    }
  }

  /** While the leads come in: what happens at some moment, and what follows the crashes at once. */
  async strike(kind: Kind): Promise<void> {
    await Promise.all([
      ...kind.faults
        .filter((fault) => fault.do === 'kill' || fault.do === 'flush')
        .map(async (fault) => {
          await pause(this.random.int(50, SOME_MOMENT_MS), undefined, { signal: this.signal });
          await this.happen(fault);
        }),
      this.follow(kind),
    ]);
  }

  /** Waits until the sandbox's rules have struck, and takes away what is left. */
  async finish(kind: Kind): Promise<Damage> {
    const notHit = pointsOf(kind).filter((point) => existsSync(this.file(point)));
    const rules = this.rules;
    const idle = async () => {
      const hits = await this.sandbox.hits();
      return rules.filter(({ id }) => (hits.get(id) ?? 0) === 0);
    };
    if (rules.length > 0) {
      const none = async () => ((await idle()).length === 0 ? true : undefined);
      await waitFor(none, { forMs: HIT_WITHIN_MS, signal: this.signal });
      notHit.push(...(await idle()).map(({ what }) => what));
      await this.sandbox.clearFaults();
    }
    // It holds the rules and the cards of the next cell.
    await this.stack.sandbox?.ready();
    for (const point of pointsOf(kind)) {
      rmSync(this.file(point), { force: true });
      rmSync(`${this.file(point)}.hit`, { force: true });
    }
    return { done: this.done, kills: this.kills, notHit };
  }

  private async follow(kind: Kind): Promise<void> {
    const points = pointsOf(kind);
    if (points.length === 0) return;
    const open = new Set(points);
    const allHit = () => {
      for (const point of open)
        if (existsSync(`${this.file(point)}.hit`)) {
          open.delete(point);
          this.kills += 1;
          this.done.push(`killed ${point.split('.')[0] ?? ''}`);
        }
      return open.size === 0 ? true : undefined;
    };
    const hit = await waitFor(allHit, { forMs: HIT_WITHIN_MS, everyMs: 5, signal: this.signal });
    if (hit) for (const fault of kind.then ?? []) await this.happen(fault);
  }

  private async happen(fault: Fault): Promise<void> {
    if (fault.do === 'kill') for (const part of fault.parts) await this.kill(part);
    if (fault.do === 'flush') await this.flush();
  }

  private async kill(part: Part): Promise<void> {
    const { services, sandbox, redis, postgres } = this.stack;
    const victims =
      part === 'everything'
        ? Object.values(services)
        : [
            part === 'redis'
              ? redis
              : part === 'postgres'
                ? postgres
                : part === 'sandbox'
                  ? sandbox
                  : services[part],
          ];
    await Promise.all(
      victims.map(async (victim) => {
        if (!victim) throw new Error(`${part} is not ours, so it cannot be killed`);
        // It may be on its way up after the fault before.
        await waitFor(() => victim.pid, { forMs: HIT_WITHIN_MS, signal: this.signal });
        await victim.kill();
      }),
    );
    this.kills += victims.length;
    this.done.push(`killed ${part}`);
  }

  private async flush(): Promise<void> {
    const redis = new Redis(this.stack.urls.redis, { lazyConnect: true });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      await redis.flushall();
    } finally {
      redis.disconnect();
    }
    this.done.push('flushed redis');
  }

  private file(point: string): string {
    return join(this.chaosDir, point);
  }
}

const pointsOf = ({ faults }: Kind): string[] =>
  faults.flatMap((fault) => (fault.do === 'crash' ? [fault.point] : []));
