import type { ArrivedRequest } from '@desk/contracts';

/** As if Meta had posted it at the private address. */
export const toArrivedRequest = (body: object): ArrivedRequest => ({
  tool: 'meta',
  contentType: 'application/json',
  query: '',
  body: Buffer.from(JSON.stringify(body)).toString('base64'),
  idempotencyKey: null,
});

/** A notification of one lead, from which it can be fetched again. */
export const toNotificationRequest = (externalId: string): ArrivedRequest =>
  toArrivedRequest({
    object: 'page',
    entry: [{ changes: [{ field: 'leadgen', value: { leadgen_id: externalId } }] }],
  });
