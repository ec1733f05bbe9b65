const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstLetter = (name: string): string =>
  [...letters.segment(name.trim().slice(0, 100))][0]?.segment.toLocaleUpperCase('en-US') ?? '';

/** Returns the first letters of first and last name, or 'U' if both are empty. */
export const getInitials = (user: { firstName: string; lastName: string }): string =>
  firstLetter(user.firstName) + firstLetter(user.lastName) || 'U';
