/** Codes that mean one thing whatever the channel. */
const reasons = new Map<string, string>([
  ['BAD_ADDRESS', 'The address is not one that mail can be sent to.'],
  ['NOT_COMPOSED', 'The message could not be put together, which is a fault of ours.'],
  ['EENVELOPE', 'The address is not one that mail can be sent to.'],
  ['EAUTH', 'The mail server did not accept our sign-in.'],
  ['ETIMEDOUT', 'The other side did not answer in time.'],
  ['EABORT', 'The other side did not answer in time.'],
  ['ECONNECTION', 'No connection to the other side could be made.'],
  ['ESOCKET', 'No connection to the other side could be made.'],
  ['ECONNREFUSED', 'No connection to the other side could be made.'],
  ['ECONNRESET', 'The connection to the other side broke.'],
  ['EDNS', 'The address of the other side could not be found.'],
  ['ENOTFOUND', 'The address of the other side could not be found.'],
  ['ETLS', 'No secure connection to the other side could be made.'],
]);

/** RFC 5321 and the enhanced codes of RFC 3463 as far as the plain ones tell them apart. */
function ofMailServer(status: number): string {
  if ([530, 534, 535, 538].includes(status)) return 'The mail server did not accept our sign-in.';
  if ([550, 551, 553].includes(status)) return 'The mail server refused the address.';
  if (status === 452 || status === 552) return 'The mailbox is full.';
  if (status === 554) return 'The mail server refused the message.';
  return status < 500
    ? 'The mail server could not take the mail just then.'
    : 'The mail server refused the mail.';
}

function ofWebServer(status: number): string {
  if (status === 404 || status === 410) return 'There is nothing at the address any more.';
  if (status === 401 || status === 403) return 'The other side did not accept our sign-in.';
  if (status === 429) return 'The other side was too busy to take it.';
  return status < 500 ? 'The other side refused the message.' : 'The other side was in trouble.';
}

/** Why a delivery was given up. */
export function deliveryReason(code: string | null): string {
  if (code === null) return 'No reason was given.';
  const [, carrier, status = ''] = /^(SMTP|HTTP)_(\d{3})$/.exec(code) ?? [];
  if (carrier === 'SMTP') return ofMailServer(Number(status));
  if (carrier === 'HTTP') return ofWebServer(Number(status));
  return reasons.get(code) ?? 'The other side gave no clear answer.';
}
