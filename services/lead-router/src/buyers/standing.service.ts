import { DomainError, type Standing } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type StandingFacts, standingReason } from './standing-reason.js';
import { STANDING } from './standing.sql.js';

interface Row extends StandingFacts {
  readonly spentTodayCents: number;
  readonly dayEndsAt: Date;
  readonly timeZone: string;
}

@Injectable()
export class StandingService {
  constructor(private readonly dataSource: DataSource) {}

  async of(buyerId: string): Promise<Standing> {
    const [row]: Row[] = await this.dataSource.query(STANDING, [buyerId]);
    if (!row) throw new DomainError('BUYER_NOT_FOUND');
    const { serviceEnabled, dailyLeadLimit, leadsToday, spentTodayCents, dayEndsAt, timeZone } = row;
    return {
      serviceEnabled,
      dailyLeadLimit,
      reason: standingReason(row),
      leadsToday,
      spentTodayCents,
      dayEndsAt: dayEndsAt.toISOString(),
      timeZone,
    };
  }
}
