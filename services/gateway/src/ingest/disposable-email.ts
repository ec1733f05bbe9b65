import mailChecker from 'mailchecker';

/** About 56,000 domains, read once when the process starts. The package is the source; it is updated like the others. */
const disposableDomains: ReadonlySet<string> = mailChecker.blacklist();

/**
 * Never disposable, even if the list has them: aliases of DuckDuckGo, Firefox and Apple that forward to a person's
 * mailbox, and a domain of mail.com. People keep these for years: their own pages say so, as of 2026-11-25.
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
