import { deliveryFailureReasons } from '@desk/contracts/notifications/delivery-failures.values';
import { describe, expect, it } from '@jest/globals';
import { describeFailureForAdmin, describeFailureForAgent } from './delivery-failures';

describe('describeFailureForAgent', () => {
  it('returns a clause', () => {
    expect(describeFailureForAgent('TEMPORARY_ERROR', 'email')).toBe(
      'the mail server reported a temporary error',
    );
  });

  it('names what the message was sent to', () => {
    expect(describeFailureForAgent('TIMEOUT', 'webhook')).toBe("the endpoint didn't answer in time");
    expect(describeFailureForAgent('CONNECTION_FAILED', 'slack')).toBe("we couldn't connect to Slack");
  });

  it.each(['AUTHENTICATION_FAILED', 'SENDER_REFUSED', 'NOT_COMPOSED'])(
    'does not blame the mail server for %s',
    (reason) => {
      expect(describeFailureForAgent(reason, 'email')).toBe('there is a problem on our side');
    },
  );

  it.each(['UNKNOWN', 'ADDED_BY_A_NEWER_RELEASE', null])('returns null for %s', (reason) => {
    expect(describeFailureForAgent(reason, 'email')).toBeNull();
  });
});

describe('describeFailureForAdmin', () => {
  it.each(deliveryFailureReasons)('returns a sentence for %s', (reason) => {
    expect(describeFailureForAdmin(reason, 'email')).toMatch(/^[A-Z].+\.$/);
  });

  it.each([
    ['AUTHENTICATION_FAILED', 'The mail server rejected our sign-in.'],
    ['ADDED_BY_A_NEWER_RELEASE', 'The cause is unknown.'],
    [null, 'No reason was given.'],
  ])('describes %s', (reason, sentence) => {
    expect(describeFailureForAdmin(reason, 'email')).toBe(sentence);
  });
});
