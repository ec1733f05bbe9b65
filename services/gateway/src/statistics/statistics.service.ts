import { CommandClient } from '@desk/bullmq-transport';
import { getLeadStatistics, type LeadStatistics } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';

/** Caches the public statistics, so that the number of visitors does not decide how often they are computed. */
@Injectable()
export class StatisticsService {
  private cached: { readonly expiresAtMs: number; readonly statistics: Promise<LeadStatistics> } | undefined;

  constructor(
    private readonly commands: CommandClient,
    @InjectEnv() private readonly env: GatewayEnv,
  ) {}

  get maxAgeSeconds(): number {
    return this.env.STATISTICS_MAX_AGE_SECONDS;
  }

  get(): Promise<LeadStatistics> {
    const nowMs = performance.now();
    if (this.cached && nowMs < this.cached.expiresAtMs) return this.cached.statistics;
    const entry = {
      expiresAtMs: nowMs + this.maxAgeSeconds * 1_000,
      statistics: this.commands.send(getLeadStatistics, {}),
    };
    this.cached = entry;
    // A failure is not cached; the caller gets it.
    entry.statistics.catch(() => {
      if (this.cached === entry) this.cached = undefined;
    });
    return entry.statistics;
  }
}
