import { describe, expect, it } from '@jest/globals';
import { deliveryReason } from './delivery-reasons';

describe('why a delivery was given up', () => {
  it.each([
    ['SMTP_550', 'The mail server refused the address.'],
    ['SMTP_552', 'The mailbox is full.'],
    ['SMTP_535', 'The mail server did not accept our sign-in.'],
    ['SMTP_451', 'The mail server could not take the mail just then.'],
    ['SMTP_555', 'The mail server refused the mail.'],
    ['HTTP_410', 'There is nothing at the address any more.'],
    ['HTTP_422', 'The other side refused the message.'],
    ['HTTP_503', 'The other side was in trouble.'],
    ['ESOCKET', 'No connection to the other side could be made.'],
    ['UNKNOWN', 'The other side gave no clear answer.'],
    [null, 'No reason was given.'],
  ])('%s is said in words', (code, sentence) => {
    expect(deliveryReason(code)).toBe(sentence);
  });
});
