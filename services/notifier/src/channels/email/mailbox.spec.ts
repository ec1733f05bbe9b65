import { describe, expect, it } from '@jest/globals';
import { messageIdOf, parseMailbox } from './mailbox.js';

describe('the sender of mails', () => {
  it.each([
    ['leads@desk.example', '', 'leads@desk.example', 'desk.example'],
    ['Annuity Desk <leads@Desk.Example>', 'Annuity Desk', 'leads@Desk.Example', 'desk.example'],
    ['"Annuity, Desk" <leads@desk.example>', 'Annuity, Desk', 'leads@desk.example', 'desk.example'],
    ['leads@localhost', '', 'leads@localhost', 'localhost'],
  ])('reads %s', (text, name, address, domain) => {
    expect(parseMailbox(text)).toEqual({ name, address, domain });
  });

  it.each([
    '',
    'nobody',
    'a@b.example, c@d.example',
    'a@b.example>',
    'X <a@b.example',
    'a@b.example\r\nBcc: x@y.example',
    'X\r\n <a@b.example>',
  ])('refuses %j', (text) => {
    expect(parseMailbox(text)).toBeUndefined();
  });

  it('names a delivery by the same Message-ID each time', () => {
    expect(messageIdOf('delivery', 'abc', 'desk.example')).toBe('<delivery-abc@desk.example>');
  });
});
