import { describe, expect, it } from '@jest/globals';
import { readKeyword } from './keywords.js';

describe('readKeyword', () => {
  it.each([
    'stop',
    'StopAll',
    'unsubscribe',
    'cancel',
    'end',
    'quit',
    'revoke',
    'optout',
    'opt out',
    'Opt  Out',
    'opt-out',
    ' Stop ',
    'STOP.',
    'Stop!!',
    'Revoke. ',
  ])('reads "%s" as an opt-out', (body) => {
    expect(readKeyword(body)).toBe('stop');
  });

  it.each([
    ['Start.', 'start'],
    ['yes', 'start'],
    ['help?', 'help'],
  ])('reads "%s" as %s', (body, keyword) => {
    expect(readKeyword(body)).toBe(keyword);
  });

  it.each(['', '...', 'stop by at noon', 'do not stop', 'weekend'])('reads "%s" as no keyword', (body) => {
    expect(readKeyword(body)).toBeUndefined();
  });
});
