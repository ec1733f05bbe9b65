const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a text to at most `max` UTF-16 code units, which is what providers count, without cutting through what people see
 * as one character: a letter with its accents, an emoji of several parts. `ending` is part of a text that was cut.
 */
export function truncate(text: string, max: number, ending = '…'): string {
  if (text.length <= max) return text;
  const room = max - ending.length;
  // One character may have any number of marks. The next code point is enough to see where it ends.
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 2))) {
    if (index + segment.length > room) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}${ending}`;
}
