/** What is looked for, if anything. A control character is nothing that anybody types, and PostgreSQL refuses one of them. */
export const readSearch = (given: string | undefined): string | null =>
  given?.replaceAll(/\p{Cc}+/gu, ' ').trim() || null;
