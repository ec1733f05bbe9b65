import { number } from 'yup';

export const leadAgeSettings = {
  LEAD_MAX_AGE_HOURS: number()
    .positive()
    .max(720)
    .default(24)
    .meta({ description: 'An older lead is no longer real-time: it expires unsold' }),
};
