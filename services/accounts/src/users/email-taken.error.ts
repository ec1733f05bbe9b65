import { DomainError, errorCatalog } from '@desk/contracts';

export const emailTakenError = (): DomainError =>
  new DomainError('EMAIL_TAKEN', {
    fields: [{ field: 'email', message: errorCatalog.EMAIL_TAKEN.detail }],
  });
