import { DomainError, type getEligibility, type ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EligibilityFacts, eligibilityReason } from './eligibility-reason.js';
import { GET_ELIGIBILITY } from './eligibility.sql.js';

interface EligibilityRow extends EligibilityFacts {
  readonly spentTodayCents: number;
  readonly dayEndsAt: Date;
  readonly timeZone: string;
  readonly changeNumber: number;
}

@Injectable()
export class EligibilityService {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws BUYER_NOT_FOUND */
  async getEligibility(buyerId: string): Promise<ResponseOf<typeof getEligibility>> {
    const [row]: EligibilityRow[] = await this.dataSource.query(GET_ELIGIBILITY, [buyerId]);
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
      changeNumber: row.changeNumber,
    };
  }
}
