import { number } from 'yup';

export const duplicateSettings = {
  DUPLICATE_WINDOW_DAYS: number()
    .integer()
    .min(1)
    .max(365)
    .default(30)
    .meta({ description: 'How long a known phone or email makes a duplicate' }),
};
