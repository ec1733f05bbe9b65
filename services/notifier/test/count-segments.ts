/** Characters of the GSM 7-bit alphabet that take two places. */
const EXTENDED = new Set('\f^{}\\[~]|€');
const ONE_SEGMENT_MAX = 160;
/** In a text with several segments, each of them starts with a header. */
const SEGMENT_MAX = 153;

/** Returns how many segments a text of this alphabet takes. Each is charged as one message. */
export function countSegments(text: string): number {
  const places = Array.from(text, (character) => (EXTENDED.has(character) ? 2 : 1)).reduce(
    (sum, count) => sum + count,
    0,
  );
  return places <= ONE_SEGMENT_MAX ? 1 : Math.ceil(places / SEGMENT_MAX);
}
