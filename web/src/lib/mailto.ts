/** Returns the link that writes to an address. An address may contain `?` and `&`, which would add headers and a text. */
export const mailto = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
