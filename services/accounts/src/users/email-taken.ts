import { DomainError, errorCatalogue } from '@desk/contracts';

export const emailTaken = (): DomainError =>
  new DomainError('EMAIL_TAKEN', {
    fields: [{ field: 'email', message: errorCatalogue.EMAIL_TAKEN.detail }],
  });
