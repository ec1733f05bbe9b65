import { leadFields, MATCH_COUNT_DAYS } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Leads of the last days that are alike in what filters compare. */
export interface ReceivedClass {
  readonly state: string;
  readonly leadType: string;
  readonly estimatedAssets: string;
  readonly ageRange: string;
  readonly count: number;
}

const columns = (['state', 'leadType', 'estimatedAssets', 'ageRange'] as const)
  .map((name) => `${leadFields[name].column} AS "${name}"`)
  .join(', ');

@Injectable()
export class ReceivedLeadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads the index `leads_received` alone. There are about 3,000 classes at most. */
  countByClass(): Promise<ReceivedClass[]> {
    return this.dataSource.query(
      `SELECT ${columns}, count(*)::int AS count FROM leads
        WHERE created_at > now() - interval '${MATCH_COUNT_DAYS} days' GROUP BY 1, 2, 3, 4`,
    );
  }
}
