import { describe, expect, it } from '@jest/globals';
import { renderSummaryMail } from './summary-mail.js';

const notice = { title: 'A sign-in method was added', at: '2026-01-05T14:03:11.020Z' };
const publicUrl = 'https://desk.example';

describe('renderSummaryMail', () => {
  it('lists what changed and when', () => {
    const { text } = renderSummaryMail({ notices: [notice], further: 0 }, { publicUrl });
    expect(text).toContain('Jan 5, 2026, 2:03:11 PM UTC');
    expect(text).toContain('A sign-in method was added');
    expect(text).not.toContain('further');
  });

  it.each([
    [1, 'And 1 further change.'],
    [1_200, 'And 1,200 further changes.'],
  ])('counts %i notices that it does not list', (further, sentence) => {
    expect(renderSummaryMail({ notices: [notice], further }, { publicUrl }).text).toContain(sentence);
  });
});
