import { CommandClient } from '@desk/bullmq-transport';
import { type LeadStatistics, getLeadStatistics } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';

/** Asked for once in a while, however many look. */
@Injectable()
export class StatisticsService {
  private last: { readonly until: number; readonly figures: Promise<LeadStatistics> } | undefined;

  constructor(
    private readonly commands: CommandClient,
    @InjectEnv() private readonly env: GatewayEnv,
  ) {}

  get maxAgeSeconds(): number {
    return this.env.FIGURES_MAX_AGE_SECONDS;
  }

  read(): Promise<LeadStatistics> {
    const now = performance.now();
    if (this.last && now < this.last.until) return this.last.figures;
    const last = {
      until: now + this.maxAgeSeconds * 1_000,
      figures: this.commands.send(getLeadStatistics, {}),
    };
    this.last = last;
    // A failure is not kept; who asked hears of it.
    last.figures.catch(() => {
      if (this.last === last) this.last = undefined;
    });
    return last.figures;
  }
}
