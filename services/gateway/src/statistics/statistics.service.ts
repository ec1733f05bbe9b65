import { CommandClient } from '@desk/bullmq-transport';
import { getLeadStatistics, type LeadStatistics } from '@desk/contracts';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { statisticsSettings } from './statistics-settings.js';
import { CachedAnswer } from '../http/cached-answer.js';

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
