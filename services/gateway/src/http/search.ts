/** Returns the search text, or null if it is blank. Replaces control characters: PostgreSQL rejects NUL in text. */
export const readSearch = (given: string | undefined): string | null =>
  given?.replaceAll(/\p{Cc}+/gu, ' ').trim() || null;
