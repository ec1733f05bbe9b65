/** The addresses that the mailer accepts: no name, no quotes, and an ASCII domain. */
export const MAILBOX_ADDRESS = /^[^\s<>@,;"]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
