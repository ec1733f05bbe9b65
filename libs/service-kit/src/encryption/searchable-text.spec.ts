import { expect, test } from '@jest/globals';
import { toSearchableText } from './searchable-text.js';

test('a text is folded into words between blanks, and begins with the name', () => {
  expect(toSearchableText(' José \t Pérez', ['jose@example.com', '12125550123', 'NY'])).toEqual({
    name: ' jose perez ',
    text: ' jose perez jose@example.com 12125550123 ny ',
  });
});

test('letters without an accent of their own are folded too', () => {
  expect(toSearchableText('ŁUKASZ ØRSTED', []).name).toBe(' łukasz ørsted ');
});

test('a name without letters keeps the rest', () => {
  expect(toSearchableText('  ', ['x'])).toEqual({ name: ' ', text: ' x ' });
});

test('the longest texts that a lead can have fit into an index entry', () => {
  // Decomposed, each syllable has nine bytes.
  const { name, text } = toSearchableText('각'.repeat(200), ['힣'.repeat(254), '12125550123', 'NY']);
  expect(text.startsWith(name)).toBe(true);
  expect(text.endsWith(' 12125550123 ny ')).toBe(true);
  expect(Buffer.byteLength(text)).toBeLessThan(1_400);
});
