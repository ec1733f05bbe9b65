import { DomainError } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { unanswered, unknown } from './verdict.js';

describe('unanswered', () => {
  it.each([
    ['no answer', unknown('no_answer', { isUnanswered: true })],
    ['a rate limit', unknown('rate_limit', { isUnanswered: true })],
    ['a conflict', unknown('conflict')],
    ['an error of the provider', unknown('provider_error', { needsNewKey: true })],
    ['a key that was revoked', unknown('access_denied', { needsAlarm: true })],
  ])('counts %s as a failure of the provider', (_name, verdict) => {
    expect(unanswered('no', verdict)).toMatchObject({ code: 'UNAVAILABLE', message: 'no' });
  });

  it.each([
    ['a refusal of this object', unknown('resource_missing', { needsAlarm: true })],
    ['an answer that decides nothing', undefined],
  ])('counts %s against the message', (_name, verdict) => {
    expect(unanswered('no', verdict)).not.toBeInstanceOf(DomainError);
  });
});
