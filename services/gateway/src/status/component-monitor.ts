import { CommandClient } from '@desk/bullmq-transport';
import {
  listFailedMessagesOf,
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
import { UnreportedMinutes } from './unreported-minutes.js';

/** At least one check falls in each minute, also while every component takes its timeout. */
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
      serviceNames.map(async (service) => [service, await this.answers(service)] as const),
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
  private async answers(service: ServiceName): Promise<boolean> {
    const answer = await this.optional.fetch(listFailedMessagesOf[service], { limit: 1 }, CHECK_TIMEOUT_MS);
    return answer !== null;
  }
}
