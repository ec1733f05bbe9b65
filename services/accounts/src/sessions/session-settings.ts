import { number } from 'yup';

export const sessionSettings = {
  SESSION_IDLE_HOURS: number()
    .positive()
    .max(720)
    .default(168)
    .meta({ description: 'A session ends after this time without use' }),
};
