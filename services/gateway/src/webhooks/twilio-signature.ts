import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether Twilio signed this form for this URL (twilio.com/docs/usage/webhooks/webhooks-security). The SDK has the same,
 * and weighs 21 MB; the notifier, which needs it anyway, checks again. A unit test compares the two.
 */
export function isSignedByTwilio(
  authToken: string,
  { url, form, signature }: { readonly url: string; readonly form: string; readonly signature: string },
): boolean {
  const fields = new URLSearchParams(form);
  const names = [...new Set(fields.keys())].sort();
  const signed = names.flatMap((name) =>
    [...new Set(fields.getAll(name))].sort().map((value) => name + value),
  );
  const expected = createHmac('sha1', authToken)
    .update([url, ...signed].join(''), 'utf8')
    .digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
