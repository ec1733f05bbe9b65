import { timeZone } from '@desk/contracts';

/** The setting of gateway, billing and lead-router, which must have the same value. */
export const reportingZoneSettings = {
  REPORTING_TIME_ZONE: timeZone()
    .default('America/New_York')
    .meta({ description: "Days of admins' reports begin at midnight in this zone" }),
};
