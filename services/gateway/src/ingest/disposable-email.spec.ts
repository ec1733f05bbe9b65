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

/** Providers of most mailboxes in the United States, and of forwarding aliases. No list may refuse their customers. */
const providers =
  'gmail.com googlemail.com yahoo.com ymail.com rocketmail.com aol.com aim.com hotmail.com outlook.com live.com msn.com ' +
  'icloud.com me.com mac.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net ameritech.net pacbell.net ' +
  'swbell.net snet.net cox.net charter.net spectrum.net rr.com nc.rr.com twc.com earthlink.net mindspring.com juno.com ' +
  'netzero.net frontier.com frontiernet.net windstream.net centurylink.net centurytel.net embarqmail.com q.com ' +
  'optonline.net suddenlink.net mediacombb.net tds.net hughes.net zoho.com proton.me protonmail.com pm.me fastmail.com ' +
  'hey.com mail.com gmx.com gmx.us usa.com email.com tutanota.com hushmail.com netscape.net compuserve.com cs.com ' +
  'duck.com mozmail.com privaterelay.appleid.com consultant.com post.com engineer.com gci.net alaska.net';

test.each(providers.split(' '))('never refuses %s', (domain) => {
  expect(isDisposable(`margaret@${domain}`)).toBe(false);
});
