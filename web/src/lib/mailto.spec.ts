import { expect, it } from '@jest/globals';
import { mailto } from './mailto';

it.each([
  ['maria@x.co', 'mailto:maria@x.co'],
  [
    'maria@x.co?bcc=evil%40evil.test&body=hello',
    'mailto:maria@x.co%3Fbcc%3Devil%2540evil.test%26body%3Dhello',
  ],
  ['a+b@x.co', 'mailto:a%2Bb@x.co'],
  ['a#b@x.co', 'mailto:a%23b@x.co'],
  ['a,b@x.co', 'mailto:a%2Cb@x.co'],
  ['a\r\nbcc:b@x.co', 'mailto:a%0D%0Abcc%3Ab@x.co'],
])('writes to %j and nobody else', (address, link) => {
  expect(mailto(address)).toBe(link);
  expect(new URL(link)).toMatchObject({ search: '', hash: '' });
});
