import { DomainError } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { unanswered, unknownVerdict } from './verdict.js';

describe('unanswered', () => {
  it.each([
    ['no answer', unknownVerdict('no_answer', { isUnanswered: true })],
    ['a rate limit', unknownVerdict('rate_limit', { isUnanswered: true })],
    ['a conflict', unknownVerdict('conflict')],
    ['an error of the provider', unknownVerdict('provider_error', { needsNewKey: true })],
    ['a key that was revoked', unknownVerdict('access_denied', { needsAlarm: true })],
  ])('counts %s as a failure of the provider', (_name, verdict) => {
    expect(unanswered('no', verdict)).toMatchObject({ code: 'UNAVAILABLE', message: 'no' });
  });

  it.each([
    ['a refusal of this object', unknownVerdict('resource_missing', { needsAlarm: true })],
    ['an answer that decides nothing', undefined],
  ])('counts %s against the message', (_name, verdict) => {
    expect(unanswered('no', verdict)).not.toBeInstanceOf(DomainError);
  });
});
