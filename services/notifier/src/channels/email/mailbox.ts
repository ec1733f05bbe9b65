export interface Mailbox {
  /** Empty if only an address is given. */
  readonly name: string;
  readonly address: string;
  readonly domain: string;
}

const MAILBOX = /^(?:"?([^"<>\r\n]*)(?:"[ \t]*)?<)?([^\s<>@,;"]+@([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?))>?$/i;

/** Parses `Name <address>` or an address alone. Returns undefined for anything else. */
export function parseMailbox(text: string | undefined): Mailbox | undefined {
  const trimmed = (text ?? '').trim();
  const [, name = '', address, domain] = MAILBOX.exec(trimmed) ?? [];
  if (address === undefined || domain === undefined) return undefined;
  const bracketsMatch = trimmed.endsWith('>') === trimmed.includes('<');
  return bracketsMatch ? { name: name.trimEnd(), address, domain: domain.toLowerCase() } : undefined;
}
