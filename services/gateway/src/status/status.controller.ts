import { CommandClient } from '@desk/bullmq-transport';
import {
  getLeadStatistics,
  getStatusHistory,
  type LeadStatistics,
  routes,
  type StatusAnswer,
} from '@desk/contracts';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { Response } from 'express';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { OptionalQuery } from '../http/optional-query.js';
import { ComponentMonitor } from './component-monitor.js';
import type { statisticsSettings } from './statistics-settings.js';

/** Caches an answer, so that the number of visitors does not matter. */
class CachedAnswer<T> {
  private cached: { readonly expiresAtMs: number; readonly answer: Promise<T> } | undefined;

  constructor(
    private readonly maxAgeSeconds: number,
    private readonly compute: () => Promise<T>,
  ) {}

  /** A failure is not kept; the caller gets it. */
  get(): Promise<T> {
    const nowMs = performance.now();
    if (this.cached && nowMs < this.cached.expiresAtMs) return this.cached.answer;
    const entry = { expiresAtMs: nowMs + this.maxAgeSeconds * 1_000, answer: this.compute() };
    this.cached = entry;
    entry.answer.catch(() => {
      if (this.cached === entry) this.cached = undefined;
    });
    return entry.answer;
  }

  /** Answers a visitor, whose browser caches the answer, too. */
  async send(response: Response): Promise<T> {
    const answer = await this.get();
    response.setHeader('cache-control', `public, max-age=${this.maxAgeSeconds}`);
    return answer;
  }
}

/** What anybody may see: whether the parts work, and how fast leads were delivered. */
@Controller()
export class StatusController {
  private readonly status: CachedAnswer<StatusAnswer>;
  private readonly statistics: CachedAnswer<LeadStatistics>;

  constructor(
    private readonly monitor: ComponentMonitor,
    private readonly optional: OptionalQuery,
    commands: CommandClient,
    @InjectEnv() { STATISTICS_MAX_AGE_SECONDS: maxAgeSeconds }: SettingsOf<typeof statisticsSettings>,
  ) {
    this.status = new CachedAnswer(maxAgeSeconds, () => this.loadStatus());
    this.statistics = new CachedAnswer(maxAgeSeconds, () => commands.send(getLeadStatistics, {}));
  }

  @HandleRoute(routes.getStatus)
  getStatus({ response }: RouteInput<'getStatus'>): Promise<StatusAnswer> {
    return this.status.send(response);
  }

  @HandleRoute(routes.getStatistics)
  getStatistics({ response }: RouteInput<'getStatistics'>): Promise<LeadStatistics> {
    return this.statistics.send(response);
  }

  /** Works even while services are down: what they would have added is null. */
  private async loadStatus(): Promise<StatusAnswer> {
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
