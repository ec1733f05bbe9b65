import { number } from 'yup';

export const reconciliationSettings = {
  RECONCILIATION_INTERVAL_MINUTES: number()
    .integer()
    .min(0)
    .max(44_640)
    .default(60)
    .meta({ description: 'Between two scheduled comparisons with the card provider; 0 for none' }),
  RECONCILIATION_WINDOW_HOURS: number()
    .integer()
    .min(1)
    .max(8_760)
    .default(72)
    .meta({ description: 'Each comparison covers at least what was created in this time' }),
  RECONCILIATION_MIN_AGE_SECONDS: number()
    .integer()
    .min(1)
    .max(86_400)
    .default(1_800)
    .meta({ description: 'What is younger may be in progress, and is not a difference' }),
};
