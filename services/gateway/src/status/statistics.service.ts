import { CommandClient } from '@desk/bullmq-transport';
import { getLeadStatistics, type LeadStatistics } from '@desk/contracts';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { statisticsSettings } from './statistics-settings.js';

/** Caches an answer, so that the number of visitors does not matter. */
export class CachedAnswer<T> {
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
}

@Injectable()
export class StatisticsService {
  readonly maxAgeSeconds: number;
  private readonly cached: CachedAnswer<LeadStatistics>;

  constructor(commands: CommandClient, @InjectEnv() env: SettingsOf<typeof statisticsSettings>) {
    this.maxAgeSeconds = env.STATISTICS_MAX_AGE_SECONDS;
    this.cached = new CachedAnswer(this.maxAgeSeconds, () => commands.send(getLeadStatistics, {}));
  }

  get(): Promise<LeadStatistics> {
    return this.cached.get();
  }
}
