import { describe, expect, it } from '@jest/globals';
import { writeCardDeclinedMail, writeCardExpiringMail } from './card-mails.js';
import { renderNoticeMail } from './notice-mail.js';

const context = { publicUrl: 'https://desk.example' };
const renderDeclined = (declineCode: string) => {
  const decline = { firstName: 'Dana', declineCode, declinedAt: '2026-01-05T14:03:11.020Z' };
  return renderNoticeMail(writeCardDeclinedMail(decline), context);
};

describe('writeCardDeclinedMail', () => {
  it.each([
    ['insufficient_funds', 'enough funds'],
    ['authentication_required', 'wants you to approve'],
    ['expired_card', 'has expired'],
    ['no_card', 'no card on file'],
    ['generic_decline', 'give us a reason'],
    ['stolen_card', 'give us a reason'],
  ])('explains %s in plain words without the code', (code, words) => {
    const mail = renderDeclined(code);
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(words);
      expect(body).not.toContain(code);
      expect(body).not.toMatch(/stolen|lost|fraud/i);
    }
  });

  it('explains that leads are on hold and links to the settings', () => {
    const mail = renderDeclined('generic_decline');
    for (const body of [mail.text, mail.html]) {
      expect(body).toMatch(/You won(&#39;|')t get new leads until this card works again/);
      expect(body).toContain('https://desk.example/settings?tab=billing');
      expect(body).toContain('Jan 5, 2026, 2:03:11 PM UTC');
    }
    expect(mail.subject).toBe('Your card was declined: your leads are on hold');
  });

  it('does not describe a missing card as declined', () => {
    const mail = renderDeclined('no_card');
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/declined/i);
    expect(mail.text).toContain('Add a card: https://desk.example/settings?tab=billing');
  });
});

it('names the card and the end of its month, and links to billing', () => {
  const card = { firstName: 'Dana', last4: '4242', expMonth: 2, expYear: 2027 };
  const mail = renderNoticeMail(writeCardExpiringMail(card), context);
  expect(mail.subject).toBe('Your card ending in 4242 expires at the end of February 2027');
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('Hi Dana,');
    expect(body).toContain('end of February 2027');
    expect(body).toContain('https://desk.example/settings?tab=billing');
  }
});
