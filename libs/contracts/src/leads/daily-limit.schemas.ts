import { number } from 'yup';
import { DAILY_LIMIT_MAX, DAILY_LIMIT_MIN, DAILY_LIMIT_TOO_LOW } from './daily-limit.values.js';

export const dailyLeadLimit = () =>
  number()
    .integer('Whole leads only')
    .min(DAILY_LIMIT_MIN, DAILY_LIMIT_TOO_LOW)
    .max(DAILY_LIMIT_MAX, 'Maximum 1000 leads per day')
    .required('Daily limit is required');
