import { number } from 'yup';

export const duplicateSettings = {
  DUPLICATE_WINDOW_DAYS: number()
    .integer()
    .min(1)
    .max(365)
    .default(30)
    .meta({ description: 'A lead with a known phone or email is a duplicate within this time' }),
};
