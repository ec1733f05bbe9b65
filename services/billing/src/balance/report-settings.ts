import { timeZone } from '@desk/contracts';

export const reportSettings = {
  REPORTING_TIME_ZONE: timeZone()
    .default('America/New_York')
    .meta({ description: 'Days of the balance report begin at midnight in this zone' }),
};
