import { expect, it } from '@jest/globals';
import { describeAnswer } from './webhook-channel.js';

it.each(['😀', '👩‍🚒', 'e\u0301'])('cuts an answer of %s between characters', (character) => {
  for (const offset of ['', 'x', 'xx']) {
    const body = offset + character.repeat(2_000);
    const shown = describeAnswer({ status: 200, retryAfter: undefined, contentType: undefined, body });
    expect(shown.length).toBeLessThanOrEqual(2_000);
    expect(
      shown
        .slice('HTTP 200\n\n'.length + offset.length, -1)
        .split(character)
        .join(''),
    ).toBe('');
  }
});
