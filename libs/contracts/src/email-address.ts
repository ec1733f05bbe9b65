/** What the mailer accepts as a recipient: one address without a name, quotes or a domain that is not ASCII. */
export const MAILBOX_ADDRESS = /^[^\s<>@,;"]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/**
 * What people may enter as their address: a mailbox address with a dot after the first character of the domain, and at
 * least two characters after it. Has one way to match only.
 */
export const DELIVERABLE_EMAIL = /^[^\s<>@,;"]+@[A-Za-z0-9][A-Za-z0-9-]*\.[A-Za-z0-9.-]+[A-Za-z0-9]$/;
