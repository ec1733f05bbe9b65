import mailChecker from 'mailchecker';

/** About 56,000 domains, read once when the process starts. The package is the source; it is updated like the others. */
const disposableDomains: ReadonlySet<string> = mailChecker.blacklist();

/**
 * Domains on the list whose addresses people keep for years: aliases of DuckDuckGo, Firefox and Apple that forward to a
 * person's mailbox, and domains of mail.com. Their own pages say so, as of 2026-11-25.
 */
const LASTING_DOMAINS: ReadonlySet<string> = new Set([
  'duck.com',
  'mozmail.com',
  'privaterelay.appleid.com',
  'consultant.com',
]);

/** Whether the address, in lower case, belongs to a service that gives mailboxes away for minutes. */
export function isDisposable(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (LASTING_DOMAINS.has(domain)) return false;
  const labels = domain.split('.');
  return labels.some((_, index) => disposableDomains.has(labels.slice(index).join('.')));
}
