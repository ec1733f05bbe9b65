import { CommandClient } from '@desk/bullmq-transport';
import {
  listFailedMessagesOf,
  MAX_REPORTED_MINUTES,
  type MinuteReport,
  recordComponentChecks,
  type ServiceName,
  serviceNames,
  type StatusAnswer,
  type StatusComponent,
  statusComponents,
} from '@desk/contracts';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';

const MINUTE_MS = 60_000;

/**
 * Keeps the results of each minute until they are stored. So an outage of the accounts service or the database is
 * recorded afterwards, and does not count against the components that worked meanwhile.
 */
export class UnreportedMinutes {
  private readonly upByMinute = new Map<number, Set<StatusComponent>>();

  /** A component counts as up in a minute if it answered at least one check of it. */
  add(at: Date, up: readonly StatusComponent[]): void {
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const known = this.upByMinute.get(minute) ?? new Set();
    this.upByMinute.set(minute, new Set([...known, ...up]));
    const [oldest] = this.upByMinute.keys();
    if (this.upByMinute.size > MAX_REPORTED_MINUTES && oldest !== undefined) this.upByMinute.delete(oldest);
  }

  /** Oldest first. */
  list(): MinuteReport[] {
    return [...this.upByMinute].map(([minute, up]) => ({
      minute: new Date(minute * MINUTE_MS).toISOString(),
      up: [...up],
    }));
  }

  /** Removes minutes that are stored now, unless they have newer results. */
  remove(reports: readonly MinuteReport[]): void {
    for (const { minute, up } of reports) {
      const key = Date.parse(minute) / MINUTE_MS;
      if (this.upByMinute.get(key)?.size === up.length) this.upByMinute.delete(key);
    }
  }
}

/** Short enough for a check in each minute, even while every component times out. */
const CHECK_INTERVAL_MS = 20_000;
const CHECK_TIMEOUT_MS = 5_000;

/** The service behind each component. The website is the gateway itself. */
const componentOf: Readonly<Record<ServiceName, StatusComponent>> = {
  accounts: 'accounts',
  'lead-router': 'leads',
  billing: 'payments',
  notifier: 'delivery',
};

/** Checks which components answer, as visitors reach them: from the gateway, over the queues. */
@Injectable()
export class ComponentMonitor implements OnApplicationBootstrap {
  private last: Pick<StatusAnswer, 'checkedAt' | 'components'> = { checkedAt: null, components: [] };
  private readonly unreported = new UnreportedMinutes();

  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly optional: OptionalQuery,
    private readonly commands: CommandClient,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.start({ name: 'component checks', intervalMs: CHECK_INTERVAL_MS, run: () => this.check() });
  }

  get lastCheck(): Pick<StatusAnswer, 'checkedAt' | 'components'> {
    return this.last;
  }

  private async check(): Promise<void> {
    const at = new Date();
    const answers = await Promise.all(
      serviceNames.map(async (service) => [service, await this.isAnswering(service)] as const),
    );
    const up = new Set<StatusComponent>(['website']);
    for (const [service, isUp] of answers) if (isUp) up.add(componentOf[service]);
    this.last = {
      checkedAt: at.toISOString(),
      components: statusComponents.map((component) => ({ component, isUp: up.has(component) })),
    };
    this.unreported.add(at, [...up]);
    const minutes = this.unreported.list();
    await this.commands.send(recordComponentChecks, { minutes });
    this.unreported.remove(minutes);
  }

  /** Every service answers this from its database, so it shows that the queue, the process and the database work. */
  private async isAnswering(service: ServiceName): Promise<boolean> {
    const answer = await this.optional.fetch(listFailedMessagesOf[service], { limit: 1 }, CHECK_TIMEOUT_MS);
    return answer !== null;
  }
}
