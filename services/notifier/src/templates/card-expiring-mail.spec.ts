import { expect, it } from '@jest/globals';
import { renderCardExpiringMail } from './card-expiring-mail.js';

it('names the card and the end of its month, and links to billing', () => {
  const card = { firstName: 'Dana', last4: '4242', expMonth: 2, expYear: 2027 };
  const mail = renderCardExpiringMail(card, { publicUrl: 'https://desk.example' });
  expect(mail.subject).toBe('Your card ending in 4242 expires at the end of February 2027');
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('Hi Dana,');
    expect(body).toContain('end of February 2027');
    expect(body).toContain('https://desk.example/settings?tab=billing');
  }
});
