/**
 * Returns the same text for addresses that most likely lead to the same mailbox: in lower case, without a `+tag`. Dots
 * count, because only some providers ignore them. For counting only: never send to it.
 */
export function canonicalMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return address.toLowerCase();
  const [name = ''] = address.slice(0, at).split('+');
  // An address that begins with '+' has no name to be tagged.
  return `${name === '' ? address.slice(0, at) : name}${address.slice(at)}`.normalize('NFC').toLowerCase();
}
