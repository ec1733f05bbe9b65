import { expect, it } from '@jest/globals';
import { toNodes } from './to-nodes';

it('converts headings, paragraphs, lists, code, tables and what is within them', () => {
  expect(
    toNodes(
      [
        '# Check the signature',
        'Answer **any 2xx** to `POST`, see [the standard](https://example.com).',
        '- first\n- second',
        '```js\nconst a = "<b>";\n```',
        '| field |\n| --- |\n| `id` |',
      ].join('\n\n'),
    ),
  ).toEqual([
    { tag: 'h1', id: 'check-the-signature', children: ['Check the signature'] },
    {
      tag: 'p',
      children: [
        'Answer ',
        { tag: 'strong', children: ['any 2xx'] },
        ' to ',
        { tag: 'code', children: ['POST'] },
        ', see ',
        { tag: 'a', href: 'https://example.com', children: ['the standard'] },
        '.',
      ],
    },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['first'] },
        { tag: 'li', children: ['second'] },
      ],
    },
    { tag: 'pre', children: ['const a = "<b>";'] },
    {
      tag: 'div',
      children: [
        {
          tag: 'table',
          children: [
            { tag: 'thead', children: [{ tag: 'tr', children: [{ tag: 'th', children: ['field'] }] }] },
            {
              tag: 'tbody',
              children: [
                { tag: 'tr', children: [{ tag: 'td', children: [{ tag: 'code', children: ['id'] }] }] },
              ],
            },
          ],
        },
      ],
    },
  ]);
});

it('refuses what it cannot show', () => {
  expect(() => toNodes('![picture](a.png)')).toThrow('Guides cannot show image');
});
