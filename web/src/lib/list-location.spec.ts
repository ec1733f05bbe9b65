import { expect, it } from '@jest/globals';
import { readListParams, toListLocation } from './list-location';

const params = (text: string) => new URLSearchParams(text);

it.each([
  ['', { search: '', hash: '' }],
  ['page=2', { search: '?page=2', hash: '' }],
  ['search=Ren%C3%A9e+O%27Brien', { search: '', hash: '#search=Ren%C3%A9e+O%27Brien' }],
  ['users_search=ann&users_page=2', { search: '?users_page=2', hash: '#users_search=ann' }],
  ['days=7&search=a%26b%23c', { search: '?days=7', hash: '#search=a%26b%23c' }],
])('keeps the search in %j out of the query string, and reads it back', (text, location) => {
  expect(toListLocation(params(text))).toEqual(location);
  expect(Object.fromEntries(readListParams(location))).toEqual(Object.fromEntries(params(text)));
});

it('reads a search from the query string too, and nothing but searches from the fragment', () => {
  const read = readListParams({ search: '?search=ann&page=2', hash: '#page=3' });
  expect(Object.fromEntries(read)).toEqual({ search: 'ann', page: '2' });
  expect(readListParams({ search: '?search=ann', hash: '#search=bob' }).get('search')).toBe('bob');
});
