import { describe, expect, it } from '@jest/globals';
import { DomainError, type ErrorCode, errorCatalog } from './error-codes.js';

describe('the error catalog', () => {
  it.each(Object.entries(errorCatalog))('%s has an error status and a sentence', (code, entry) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.status).toBeLessThan(600);
    expect(entry.detail).toMatch(/^[A-Z].* .*[a-z.!]$/);
  });

  it.each(Object.keys(errorCatalog) as ErrorCode[])(
    '%s gives its status and sentence to the error',
    (code) => {
      const error = new DomainError(code);
      expect(error).toMatchObject({ name: 'DomainError', code, fields: [], info: {} });
      expect(error.message).toBe(errorCatalog[code].detail);
      expect(error.status).toBe(errorCatalog[code].status);
    },
  );

  it('carries fields, ids and a custom detail', () => {
    const fields = [{ field: 'email', message: 'Invalid email address' }];
    const error = new DomainError('DUPLICATE_LEAD', {
      detail: 'Seen before.',
      fields,
      info: { leadId: '7' },
    });
    expect(error).toMatchObject({ message: 'Seen before.', fields, info: { leadId: '7' }, status: 409 });
  });
});
