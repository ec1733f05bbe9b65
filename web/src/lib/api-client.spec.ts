import { describe, expect, it } from '@jest/globals';
import { ApiError, hasCode, getFieldErrors, getErrorMessage } from './api-client';

const body = JSON.stringify({
  status: 409,
  code: 'EMAIL_TAKEN',
  detail: 'Taken.',
  errors: [{ field: 'email', message: 'Taken.' }],
});

describe('ApiError', () => {
  it('has the message `status: body`, with the status text for an empty body', () => {
    expect(new ApiError(409, body, 'Conflict').message).toBe(`409: ${body}`);
    expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway');
  });

  it('shows the server’s message, never a raw body', () => {
    expect(getErrorMessage(new ApiError(409, body, ''), 'Fallback')).toBe('Taken.');
    expect(getErrorMessage(new ApiError(502, '<html>', ''), 'Fallback')).toBe('Fallback');
    expect(getErrorMessage(new TypeError('fetch failed'), 'Fallback')).toBe('Fallback');
  });

  it('exposes its code and the rejected fields', () => {
    const error = new ApiError(409, body, '');
    expect(hasCode(error, 'COMMON_PASSWORD', 'EMAIL_TAKEN')).toBe(true);
    expect(hasCode(error, 'COMMON_PASSWORD')).toBe(false);
    expect(getFieldErrors(error)).toEqual([{ field: 'email', message: 'Taken.' }]);
    expect(getFieldErrors(new Error('other'))).toEqual([]);
  });
});
