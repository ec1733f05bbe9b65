import { number } from 'yup';

export const statisticsSettings = {
  STATISTICS_MAX_AGE_SECONDS: number()
    .integer()
    .min(1)
    .max(3_600)
    .default(30)
    .meta({ description: 'Cache lifetime of the public statistics and the status page' }),
};
