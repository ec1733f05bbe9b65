import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ManagedProcess, ManagedServer } from '@desk/tool-start';
import { Redis } from 'ioredis';
import { waitFor } from '../run/wait-for.js';
import type { Fault, FaultKind, Part } from './fault.js';
import {
  type FaultInjectorOptions,
  hitFileOf,
  isLasting,
  type LastingFault,
  LastingFaults,
} from './lasting-faults.js';
import { loseOffers } from './lose-offers.js';
import type { Webhook } from './sandbox-control.js';

/** Includes the time until the next full minute, at which a reminder is due. */
const INJECTION_TIMEOUT_MS = 90_000;
/** Kills and flushes happen at a random moment up to this long into the burst. */
const MAX_DELAY_MS = 500;

/** Injects the faults of one trial and verifies that each one happened. */
export class FaultInjector {
  private readonly done: string[] = [];
  private kills = 0;
  private readonly rules: { readonly id: string; readonly description: string }[] = [];

  private readonly earlierEvents = new Set<string>();
  private readonly lasting: LastingFaults;

  constructor(private readonly options: FaultInjectorOptions) {
    this.lasting = new LastingFaults(options);
  }

  /** Arms everything that waits for a process to trigger it. */
  async arm({ faults }: FaultKind): Promise<void> {
    const { sandbox } = this.options;
    for (const fault of faults) {
      if (fault.type === 'crash') writeFileSync(this.crashFile(fault.point), '');
      if (fault.type === 'freeze') writeFileSync(this.crashFile(fault.point), 'SIGSTOP');
      if (fault.type === 'webhooks') {
        for (const { eventId } of await sandbox.list('webhooks')) this.earlierEvents.add(eventId);
        await sandbox.setWebhooks(fault.settings);
      }
      if (fault.type === 'sandbox-rule')
        this.rules.push({ id: await sandbox.addFault(fault.rule), description: JSON.stringify(fault.rule) });
    }
  }

  /** Injects the timed faults and those that follow a crash. Run it while the leads are posted. */
  async inject(kind: FaultKind): Promise<void> {
    const timed = kind.faults.filter(({ type }) => type === 'kill' || type === 'flush');
    const injectLater = async (fault: Fault): Promise<void> => {
      await this.pauseBriefly();
      await this.injectNow(fault);
    };
    const injectLasting = async (fault: LastingFault): Promise<void> => {
      if (fault.type === 'cut' || fault.type === 'outage') await this.pauseBriefly();
      this.done.push(await this.lasting.inject(fault));
    };
    const lasting = kind.faults.filter(isLasting);
    await Promise.all([...timed.map(injectLater), ...lasting.map(injectLasting), this.watchCrashes(kind)]);
  }

  /** Waits until every sandbox rule was applied, then removes the rules and crash files. */
  async finish(kind: FaultKind) {
    const points = pointsOf(kind);
    const pendingPoints = points.filter((point) => existsSync(this.crashFile(point)));
    const pendingRules = await this.waitForRules();
    const missedWebhooks = await this.waitForWebhooks(kind);
    // The next trial prepares rules and cards in the sandbox.
    await this.options.stack.sandbox?.waitUntilReady();
    for (const point of points) {
      rmSync(this.crashFile(point), { force: true });
      rmSync(this.hitFile(point), { force: true });
    }
    return {
      /** What was injected, for the console. */
      done: this.done,
      kills: this.kills,
      /** Faults that never happened. A trial with such a fault proves nothing. */
      notInjected: [...pendingPoints, ...pendingRules, ...missedWebhooks, ...this.lasting.missed],
      heldUp: this.lasting.heldUp,
    };
  }

  /** Returns the rules that were not applied within the timeout. */
  private async waitForRules(): Promise<string[]> {
    if (this.rules.length === 0) return [];
    const { sandbox, signal } = this.options;
    const readPending = async (): Promise<string[]> => {
      const hits = await sandbox.hits();
      return this.rules.filter(({ id }) => (hits.get(id) ?? 0) === 0).map(({ description }) => description);
    };
    const allApplied = async () => (await readPending()).length === 0 || undefined;
    await waitFor(allApplied, { timeoutMs: INJECTION_TIMEOUT_MS, signal });
    const pending = await readPending();
    await sandbox.clearFaults();
    return pending;
  }

  /** Returns the settings that no webhook of this trial met within the timeout. */
  private async waitForWebhooks({ faults }: FaultKind): Promise<string[]> {
    const { sandbox, signal } = this.options;
    const missed: string[] = [];
    for (const fault of faults.filter(({ type }) => type === 'webhooks')) {
      const isMet = ({ state, attempts }: Webhook): boolean =>
        fault.type === 'webhooks' && fault.settings.paused ? state === 'pending' : attempts > 1;
      const findMet = async () =>
        (await sandbox.list('webhooks')).find(
          (webhook) => !this.earlierEvents.has(webhook.eventId) && isMet(webhook),
        );
      if (!(await waitFor(findMet, { timeoutMs: INJECTION_TIMEOUT_MS, signal })))
        missed.push(JSON.stringify(fault));
    }
    return missed;
  }

  private async watchCrashes(kind: FaultKind): Promise<void> {
    const pending = new Set(crashPointsOf(kind));
    if (pending.size === 0) return;
    const allCrashed = () => {
      for (const point of pending)
        if (existsSync(this.hitFile(point))) {
          pending.delete(point);
          this.kills += 1;
          this.done.push(`killed ${point.split(':')[0] ?? ''}`);
        }
      return pending.size === 0 || undefined;
    };
    const { signal } = this.options;
    const crashed = await waitFor(allCrashed, { timeoutMs: INJECTION_TIMEOUT_MS, intervalMs: 5, signal });
    if (crashed) for (const fault of kind.afterCrash ?? []) await this.injectNow(fault);
  }

  private async pauseBriefly(): Promise<void> {
    const { random, signal } = this.options;
    await pause(random.number.int({ min: 50, max: MAX_DELAY_MS }), undefined, { signal });
  }

  private async injectNow(fault: Fault): Promise<void> {
    if (fault.type === 'kill') for (const part of fault.parts) await this.kill(part, fault.copies ?? 'one');
    if (fault.type === 'flush') await this.flushRedis();
    if (fault.type === 'lose-offers') this.done.push(`lost ${await loseOffers(this.options.stack)} offers`);
  }

  private async kill(part: Part, copies: 'one' | 'all'): Promise<void> {
    const found = this.processesOf(part);
    const targets =
      copies === 'one' && part !== 'everything' ? [this.options.random.helpers.arrayElement(found)] : found;
    const { signal } = this.options;
    await Promise.all(
      targets.map(async (target) => {
        // It may still be restarting after the previous fault.
        await waitFor(() => target.pid, { timeoutMs: INJECTION_TIMEOUT_MS, signal });
        await target.kill();
      }),
    );
    this.kills += targets.length;
    this.done.push(`killed ${targets.length > 1 ? 'all of ' : ''}${part}`);
  }

  private processesOf(part: Part): readonly (ManagedProcess | ManagedServer)[] {
    const { services, sandbox, redis, postgres } = this.options.stack;
    if (part === 'everything') return Object.values(services).flat();
    const target = { ...services, sandbox, redis, postgres }[part];
    if (!target) throw new Error(`${part} was not started by this run, so it cannot be killed`);
    return 'pid' in target ? [target] : target;
  }

  private async flushRedis(): Promise<void> {
    const redis = new Redis(this.options.stack.urls.redis, { lazyConnect: true });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      await redis.flushall();
    } finally {
      redis.disconnect();
    }
    this.done.push('flushed redis');
  }

  private crashFile(point: string): string {
    return join(this.options.chaosDir, point);
  }

  private hitFile(point: string): string {
    return hitFileOf(this.options.chaosDir, point);
  }
}

/** Crash points at which a process is killed or frozen. */
const pointsOf = ({ faults }: FaultKind): string[] =>
  faults.flatMap((fault) => (fault.type === 'crash' || fault.type === 'freeze' ? [fault.point] : []));
const crashPointsOf = ({ faults }: FaultKind): string[] =>
  faults.flatMap((fault) => (fault.type === 'crash' ? [fault.point] : []));
