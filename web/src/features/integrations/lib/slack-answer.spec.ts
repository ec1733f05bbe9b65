import { describe, expect, it } from '@jest/globals';
import { readSlackAnswer } from './slack-answer';

const read = (query: string) => readSlackAnswer(new URLSearchParams(query));

describe('readSlackAnswer', () => {
  it('needs both the code and the state', () => {
    expect(read('code=1.2&state=s')).toEqual({ kind: 'allowed', code: '1.2', state: 's' });
    expect(read('code=1.2')).toEqual({ kind: 'none' });
    expect(read('code=&state=s')).toEqual({ kind: 'none' });
  });

  it('recognizes a refusal', () => {
    expect(read('error=access_denied&state=s')).toEqual({ kind: 'refused' });
  });
});
