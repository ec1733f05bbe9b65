import { expect, test } from '@jest/globals';
import { DataCipher } from './data-cipher.js';

const key = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [d1, d2] = [key('d1', 1), key('d2', 2)];
const indexOf = (keys: string, table = 'leads') =>
  new DataCipher(keys).createBlindIndex(table, ['name', 'email']);
const ann = { field: 'name', text: 'ann' } as const;

test('stores 64 bits of each text, without the order of the texts', () => {
  const texts = ['ann', 'lee', 'ann', 'an', 'le'].map((text) => ({ field: 'name' as const, text }));
  const stored = indexOf(d1).toStored(texts);
  expect(stored).toHaveLength(4);
  expect(indexOf(d1).toStored(texts.toReversed())).toEqual(stored);
  for (const hash of stored) expect(BigInt.asIntN(64, BigInt(hash)).toString()).toBe(hash);
});

test('differs by text, field, table and key', () => {
  const hashes = [
    ...indexOf(d1).toStored([ann, { field: 'name', text: 'anna' }, { field: 'email', text: 'ann' }]),
    ...indexOf(d1, 'users').toStored([ann]),
    ...indexOf(d2).toStored([ann]),
  ];
  expect(new Set(hashes).size).toBe(5);
});

test('finds rows under every key, and stores them under the first', () => {
  const rotated = indexOf(`${d2},${d1}`);
  expect(rotated.toStored([ann])).toEqual(indexOf(d2).toStored([ann]));
  expect(rotated.toSearched([ann])).toEqual([...indexOf(d2).toStored([ann]), ...indexOf(d1).toStored([ann])]);
});
