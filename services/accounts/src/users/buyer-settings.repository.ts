import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

export interface BuyerSettingsCopy {
  readonly buyerId: string;
  readonly serviceEnabled: boolean;
  readonly dailyLeadLimit: number;
  readonly version: number;
}

const APPLY = prepared(
  `UPDATE users
      SET service_enabled = $2, daily_lead_limit = $3, settings_version = $4, updated_at = now()
    WHERE id = $1 AND settings_version < $4`,
);

@Injectable()
export class BuyerSettingsRepository {
  /** Events arrive in any order: a version that is not newer than the copy changes nothing. */
  async apply(
    tx: Tx,
    { buyerId, serviceEnabled, dailyLeadLimit, version }: BuyerSettingsCopy,
  ): Promise<void> {
    await tx.query(APPLY, [buyerId, serviceEnabled, dailyLeadLimit, version]);
  }
}
