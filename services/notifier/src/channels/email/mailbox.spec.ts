import { describe, expect, it } from '@jest/globals';
import { parseMailbox } from './mailbox.js';

describe('parseMailbox', () => {
  it.each([
    ['leads@desk.example', '', 'leads@desk.example', 'desk.example'],
    ['Annuity Desk <leads@Desk.Example>', 'Annuity Desk', 'leads@Desk.Example', 'desk.example'],
    ['"Annuity, Desk" <leads@desk.example>', 'Annuity, Desk', 'leads@desk.example', 'desk.example'],
    ['leads@localhost', '', 'leads@localhost', 'localhost'],
  ])('parses %s', (text, name, address, domain) => {
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
  ])('rejects %j', (text) => {
    expect(parseMailbox(text)).toBeUndefined();
  });
});
