import { describe, expect, it } from '@jest/globals';
import { compareMails } from './deliveries.js';

const lead = '11111111-1111-4111-8111-111111111111';
const delivery = '22222222-2222-4222-8222-222222222222';
const other = '33333333-3333-4333-8333-333333333333';
const messageId = `<delivery-${delivery}@desk.test>`;
const sale = { lead, buyerEmail: 'buyer@example.com', messageIds: [messageId] };
const mail = {
  messageId,
  to: ['buyer@example.com'],
  text: `Hi\n\nLead: ${lead}\nDelivery: ${delivery}\n`,
  count: 2,
};
const faultsOf = (sales: Parameters<typeof compareMails>[0], mails: Parameters<typeof compareMails>[1]) =>
  compareMails(sales, mails).map((fault) => (fault as { fault: string }).fault);

describe('the mails against the sales', () => {
  it('agree when the one delivery came to its buyer, however often', () => {
    expect(faultsOf([sale], [mail, { ...mail, text: 'Your password', messageId: 'x' }])).toEqual([]);
  });

  it('do not when nothing arrived', () => {
    expect(faultsOf([sale], [])).toEqual(['sold, but no mail arrived', 'marked as sent, but not arrived']);
  });

  it('do not when it went to somebody else, or nobody bought it', () => {
    expect(faultsOf([sale], [mail, { ...mail, to: ['x@example.com'] }])).toEqual([
      'mailed to somebody else than its buyer',
    ]);
    expect(faultsOf([], [mail])).toEqual(['mailed, but not sold']);
  });

  it('do not when a second delivery was made, or an id is of another one', () => {
    const second = {
      ...mail,
      messageId: `<delivery-${other}@desk.test>`,
      text: mail.text.replace(delivery, other),
    };
    expect(faultsOf([sale], [mail, second])).toEqual(['mailed under 2 Message-IDs']);
    expect(faultsOf([sale], [{ ...mail, text: mail.text.replace(delivery, other) }])).toEqual([
      'a Message-ID that is not of its delivery',
    ]);
  });
});
