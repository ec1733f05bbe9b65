/** The text as a part of a LIKE pattern that stands for itself: its `%`, `_` and `\` are no signs. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
