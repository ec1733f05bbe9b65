export interface Mailbox {
  /** Empty when only an address is given. */
  readonly name: string;
  readonly address: string;
  readonly domain: string;
}

const MAILBOX = /^(?:"?([^"<>\r\n]*?)"?[ \t]*<)?([^\s<>@,;"]+@([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?))>?$/i;

/** `Name <address>` or an address alone; undefined for anything else. */
export function parseMailbox(text: string | undefined): Mailbox | undefined {
  const trimmed = (text ?? '').trim();
  const [, name = '', address, domain] = MAILBOX.exec(trimmed) ?? [];
  if (address === undefined || domain === undefined) return undefined;
  return trimmed.endsWith('>') === trimmed.includes('<')
    ? { name, address, domain: domain.toLowerCase() }
    : undefined;
}

/** The Message-ID of a row: the same at each attempt. */
export const messageIdOf = (what: 'delivery' | 'account-mail', id: string, domain: string): string =>
  `<${what}-${id}@${domain}>`;
