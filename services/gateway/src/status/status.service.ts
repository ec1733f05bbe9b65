import { getStatusHistory, type StatusAnswer } from '@desk/contracts';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';
import { ComponentMonitor } from './component-monitor.js';
import type { statisticsSettings } from './statistics-settings.js';
import { CachedAnswer, StatisticsService } from './statistics.service.js';

/** Answers the status page even while services are down: what they would have added is null. */
@Injectable()
export class StatusService {
  readonly maxAgeSeconds: number;
  private readonly cached: CachedAnswer<StatusAnswer>;

  constructor(
    private readonly monitor: ComponentMonitor,
    private readonly optional: OptionalQuery,
    private readonly statistics: StatisticsService,
    @InjectEnv() env: SettingsOf<typeof statisticsSettings>,
  ) {
    this.maxAgeSeconds = env.STATISTICS_MAX_AGE_SECONDS;
    this.cached = new CachedAnswer(this.maxAgeSeconds, () => this.load());
  }

  get(): Promise<StatusAnswer> {
    return this.cached.get();
  }

  private async load(): Promise<StatusAnswer> {
    const [stored, delivery] = await Promise.all([
      this.optional.fetch(getStatusHistory, {}),
      this.optional.load('leads.get-statistics', () => this.statistics.get()),
    ]);
    return {
      ...this.monitor.lastCheck,
      history: stored && { days: stored.days, components: stored.components },
      incidents: stored && stored.incidents,
      delivery,
    };
  }
}
