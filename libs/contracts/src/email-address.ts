/** What the mailer accepts as a recipient: one address without a name, quotes or a domain that is not ASCII. */
export const MAILBOX_ADDRESS = /^[^\s<>@,;"]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
