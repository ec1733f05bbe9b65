import mailChecker from 'mailchecker';

/** About 56,000 domains, read once when the process starts. */
const disposableDomains: ReadonlySet<string> = mailChecker.blacklist();

/** Whether the address, in lower case, belongs to a service that gives mailboxes away for minutes. */
export function isDisposable(email: string): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  return labels.some((_, index) => disposableDomains.has(labels.slice(index).join('.')));
}
