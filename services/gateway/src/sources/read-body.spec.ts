import { describe, expect, it } from '@jest/globals';
import { readBody } from './read-body.js';

const read = (text: string | Buffer, contentType: string) =>
  readBody(typeof text === 'string' ? Buffer.from(text) : text, contentType);

const parts = (...fields: readonly (readonly [name: string, text: string])[]): string =>
  [
    ...fields.map(([name, text]) => `--cut\r\ncontent-disposition: form-data; ${name}\r\n\r\n${text}\r\n`),
    '--cut--\r\n',
  ].join('');

describe('readBody', () => {
  it.each([
    ['JSON', '{"email":"a@example.com"}', 'application/json; charset=utf-8', { email: 'a@example.com' }],
    ['JSON with a vendor type', '{"a":1}', 'application/vnd.tool+json', { a: 1 }],
    [
      'a form',
      'fields[email][value]=a%40example.com&tags[]=x&tags[]=y',
      'application/x-www-form-urlencoded',
      {
        fields: { email: { value: 'a@example.com' } },
        tags: ['x', 'y'],
      },
    ],
    ['a repeated name', 'state=TX&state=FL', 'application/x-www-form-urlencoded', { state: ['TX', 'FL'] }],
    [
      'a name that is repeated often',
      Array.from({ length: 30 }, (_, index) => `tags[]=${index}`).join('&'),
      'application/x-www-form-urlencoded',
      { tags: Array.from({ length: 30 }, (_, index) => String(index)) },
    ],
    [
      'a numbered field',
      'fields[20][value]=x&fields[40][value]=y',
      'application/x-www-form-urlencoded',
      { fields: [{ value: 'x' }, { value: 'y' }] },
    ],
    ['JSON that is sent as a form', ' {"a":"b"}', 'application/x-www-form-urlencoded', { a: 'b' }],
    ['JSON without a type', '{"a":"b"}', '', { a: 'b' }],
    [
      'the fields of a multipart form, without its files',
      parts(['name="email"', 'a@example.com'], ['name="photo"; filename="p.png"', 'x']),
      'multipart/form-data; boundary=cut',
      { email: 'a@example.com' },
    ],
    [
      'XML',
      '<?xml version="1.0"?><Lead><Email>a@example.com</Email><Tag>x</Tag><Tag>y &amp; z</Tag></Lead>',
      'text/xml',
      { Email: 'a@example.com', Tag: ['x', 'y & z'] },
    ],
    [
      'XML with attributes',
      '<lead><field name="email">a@example.com</field></lead>',
      'application/xml',
      {
        field: { name: 'email', value: 'a@example.com' },
      },
    ],
    ['XML with another content type', '<lead><a>b</a></lead>', 'text/plain', { a: 'b' }],
  ])('reads %s', async (_name, text, contentType, expected) => {
    expect(JSON.parse(JSON.stringify(await read(text, contentType)))).toEqual(expected);
  });

  it.each([
    ['malformed JSON', '{"a":', 'application/json', 'The request body is not JSON.'],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x7b, 0xff, 0x7d]),
      'application/json',
      'The request body is not UTF-8.',
    ],
    [
      'a form that is not UTF-8',
      'a=%FF',
      'application/x-www-form-urlencoded',
      'The request body is not UTF-8.',
    ],
    [
      'a multipart form that is not UTF-8',
      Buffer.from(parts(['name="a"', '\u00ff']), 'latin1'),
      'multipart/form-data; boundary=cut',
      'The request body is not UTF-8.',
    ],
    [
      'a multipart form without a boundary',
      'x',
      'multipart/form-data',
      'The request body is not a form of several parts.',
    ],
    [
      'too many fields',
      Array.from({ length: 600 }, (_, index) => `a${index}=1`).join('&'),
      'application/x-www-form-urlencoded',
      'A form has at most 500 fields, nested at most 16 deep.',
    ],
    [
      'a form that is nested too deeply',
      `a${'[b]'.repeat(30)}=1`,
      'application/x-www-form-urlencoded',
      'A form has at most 500 fields, nested at most 16 deep.',
    ],
    [
      'a multipart form whose file is cut off',
      '--cut\r\ncontent-disposition: form-data; name="photo"; filename="p.png"\r\n\r\nabc',
      'multipart/form-data; boundary=cut',
      'The request body is not a form of several parts.',
    ],
    [
      'too many values',
      JSON.stringify(Array.from({ length: 2_001 }, () => 1)),
      'application/json',
      'The request body has too many values.',
    ],
    [
      'too many elements',
      `<lead>${'<a/>'.repeat(60_000)}</lead>`,
      'text/xml',
      'The request body has too many values.',
    ],
    ['malformed XML', '<lead><a></lead>', 'text/xml', 'The request body is not XML.'],
    [
      'custom entities',
      '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
      'text/xml',
      'XML must not have a document type.',
    ],
    ['unknown entities', '<a>&b;</a>', 'text/xml', 'The request body is not XML.'],
    [
      'JSON that is nested too deeply',
      `${'['.repeat(30)}${']'.repeat(30)}`,
      'application/json',
      'The request body is nested too deeply.',
    ],
    [
      'XML that is nested too deeply',
      `${'<a>'.repeat(30)}${'</a>'.repeat(30)}`,
      'text/xml',
      'The request body is nested too deeply.',
    ],
  ])('refuses %s', async (_name, text, contentType, message) => {
    await expect(read(text, contentType)).rejects.toMatchObject({ code: 'MALFORMED_BODY', message });
  });

  it('refuses an encoding other than UTF-8', async () => {
    await expect(read('{}', 'application/json; charset=iso-8859-1')).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
  });
});
