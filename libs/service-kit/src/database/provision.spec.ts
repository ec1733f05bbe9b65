import { expect, test } from '@jest/globals';
import { toScramVerifier } from './provision.js';

test('returns the verifier of the example in RFC 7677, section 3', () => {
  expect(toScramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==' +
      '$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});

test('uses another salt each time', () => {
  expect(toScramVerifier('pencil')).not.toBe(toScramVerifier('pencil'));
});
