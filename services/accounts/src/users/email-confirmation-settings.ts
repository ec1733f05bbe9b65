import { number } from 'yup';

export const emailConfirmationSettings = {
  EMAIL_CONFIRMATION_HOURS: number().min(0).max(720).default(72).meta({
    description:
      'After this time, emails to an address that nobody confirmed contain no personal data of leads',
  }),
};
