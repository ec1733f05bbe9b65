import { expect, test } from '@jest/globals';
import { isDisposable } from './disposable-email.js';

test.each(['a@mailinator.com', 'a@guerrillamail.com', 'a@inbox.mailinator.com', 'a@yopmail.com'])(
  'recognizes %s',
  (email) => {
    expect(isDisposable(email)).toBe(true);
  },
);

test.each(['a@gmail.com', 'a@example.com', 'mailinator.com@aol.com', 'a@notmailinator.example', 'a@com'])(
  'leaves %s alone',
  (email) => {
    expect(isDisposable(email)).toBe(false);
  },
);
