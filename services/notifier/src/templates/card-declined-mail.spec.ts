import { describe, expect, it } from '@jest/globals';
import { declineReason } from '../account-mail/decline-reason.js';
import { cardDeclinedMail } from './card-declined-mail.js';

const mailFor = (declineCode: string, firstName = 'Dana') =>
  cardDeclinedMail(
    { firstName, reason: declineReason(declineCode), declinedAt: '2026-01-05T14:03:11.020Z' },
    { publicUrl: 'https://desk.example' },
  );

describe('the mail about a declined card', () => {
  it.each([
    ['insufficient_funds', 'not enough money'],
    ['authentication_required', 'wants you to approve'],
    ['expired_card', 'has expired'],
    ['no_card', 'no card on file'],
    ['generic_decline', 'did not tell us why'],
    ['stolen_card', 'did not tell us why'],
  ])('says %s in plain words, never as a code', (code, words) => {
    const mail = mailFor(code);
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(words);
      expect(body).not.toContain(code);
      expect(body).not.toMatch(/stolen|lost|fraud/i);
    }
  });

  it('says that leads have stopped, and where to set it right', () => {
    const mail = mailFor('generic_decline');
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('No more leads will come to you until a new card is saved.');
      expect(body).toContain('https://desk.example/settings');
      expect(body).toContain('Jan 5, 2026, 2:03:11 PM UTC');
    }
    expect(mail.subject).toBe('Your card was declined: leads are on hold');
  });

  it('does not call a missing card declined', () => {
    const mail = mailFor('no_card');
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/declined/i);
    expect(mail.text).toContain('Add a card: https://desk.example/settings');
  });

  it('escapes the name', () => {
    expect(mailFor('generic_decline', '<b>Dana\r\n</b>').html).toContain('Hello &lt;b&gt;Dana &lt;/b&gt;,');
  });
});
