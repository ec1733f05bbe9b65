import { MAILBOX_ADDRESS } from '@desk/contracts';

export interface Mailbox {
  /** Empty if only an address is given. */
  readonly name: string;
  readonly address: string;
  readonly domain: string;
}

const MAILBOX = /^(?:"?([^"<>\r\n]*)(?:"[ \t]*)?<)?([^\s<>]+)>?$/;

/** Parses `Name <address>` or an address alone. Returns undefined for anything else. */
export function parseMailbox(text: string | undefined): Mailbox | undefined {
  const trimmed = (text ?? '').trim();
  const [, name = '', address = ''] = MAILBOX.exec(trimmed) ?? [];
  if (!MAILBOX_ADDRESS.test(address)) return undefined;
  const bracketsMatch = trimmed.endsWith('>') === trimmed.includes('<');
  const domain = address.slice(address.indexOf('@') + 1).toLowerCase();
  return bracketsMatch ? { name: name.trimEnd(), address, domain } : undefined;
}
