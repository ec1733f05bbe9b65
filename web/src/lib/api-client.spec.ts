import { describe, expect, it } from '@jest/globals';
import { ApiError, hasCode, refusedFields, sentenceOf } from './api-client';

const body = JSON.stringify({
  status: 409,
  code: 'EMAIL_TAKEN',
  detail: 'Taken.',
  errors: [{ field: 'email', message: 'Taken.' }],
});

describe('ApiError', () => {
  it('has the documented message, with the status text when there is no body', () => {
    expect(new ApiError(409, body, 'Conflict').message).toBe(`409: ${body}`);
    expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway');
  });

  it('gives a notice the server’s sentence, and never a raw body', () => {
    expect(sentenceOf(new ApiError(409, body, ''), 'Fallback')).toBe('Taken.');
    expect(sentenceOf(new ApiError(502, '<html>', ''), 'Fallback')).toBe('Fallback');
    expect(sentenceOf(new TypeError('fetch failed'), 'Fallback')).toBe('Fallback');
  });

  it('knows its code and the refused fields', () => {
    const error = new ApiError(409, body, '');
    expect(hasCode(error, 'COMMON_PASSWORD', 'EMAIL_TAKEN')).toBe(true);
    expect(hasCode(error, 'COMMON_PASSWORD')).toBe(false);
    expect(refusedFields(error)).toEqual([{ field: 'email', message: 'Taken.' }]);
    expect(refusedFields(new Error('other'))).toEqual([]);
  });
});
