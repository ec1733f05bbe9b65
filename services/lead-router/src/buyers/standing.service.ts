import { DomainError, type Eligibility } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EligibilityFacts, eligibilityReason } from './standing-reason.js';
import { ELIGIBILITY } from './standing.sql.js';

interface Row extends EligibilityFacts {
  readonly spentTodayCents: number;
  readonly dayEndsAt: Date;
  readonly timeZone: string;
}

@Injectable()
export class EligibilityService {
  constructor(private readonly dataSource: DataSource) {}

  async of(buyerId: string): Promise<Eligibility> {
    const [row]: Row[] = await this.dataSource.query(ELIGIBILITY, [buyerId]);
    if (!row) throw new DomainError('BUYER_NOT_FOUND');
    const { serviceEnabled, dailyLeadLimit, leadsToday, spentTodayCents, dayEndsAt, timeZone } = row;
    return {
      serviceEnabled,
      dailyLeadLimit,
      reason: eligibilityReason(row),
      leadsToday,
      spentTodayCents,
      dayEndsAt: dayEndsAt.toISOString(),
      timeZone,
    };
  }
}
