/** Returns a `mailto:` link. Escapes the address: a `?` or `&` in it would add headers or a message text. */
export const mailto = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
