import { connectedToolFacts } from '@desk/contracts';
import { ADDRESS, type NotifiedLead, type Source } from './source.js';
import { at, toList } from './unfold.js';

/**
 * Reads a notification, `{object, entry: [{changes: [{field: 'leadgen', value: {leadgen_id, …}}]}]}`. It names one or
 * more leads, by their ids only.
 */
function readNotification(body: unknown): readonly NotifiedLead[] | undefined {
  if (at(body, 'object') !== 'page') return undefined;
  const entries = toList(at(body, 'entry'));
  const changes = entries.flatMap((entry) =>
    toList(at(entry, 'changes')).map((change) => ({ entry, change })),
  );
  if (!changes.some(({ change }) => at(change, 'field') === 'leadgen')) return undefined;
  return changes.flatMap(({ entry, change }) => {
    const id = at(change, 'value.leadgen_id');
    if (at(change, 'field') !== 'leadgen' || (typeof id !== 'string' && typeof id !== 'number')) return [];
    // Leaves out the entry's time, which differs when Meta repeats the post.
    const ofLead = { object: 'page', entry: [{ id: at(entry, 'id'), changes: [change] }] };
    return [{ id: String(id), body: ofLead }];
  });
}

/**
 * Lead ads: https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving. Reads leads in the form that
 * the Graph API returns.
 */
export const meta: Source = {
  id: 'meta',
  name: connectedToolFacts.meta.name,
  recognizedBy: [['field_data', 'form_id']],
  readNotification,
  isFetched: true,
  // https://developers.facebook.com/docs/graph-api/webhooks/getting-started
  handshake: { parameter: 'hub.challenge', others: { 'hub.mode': 'subscribe' }, answer: 'same' },
  signature: { header: 'x-hub-signature-256', prefix: 'sha256=', encoding: 'hex' },
  envelope: ['created_time'],
  entries: { names: ['name', 'checkbox_key'], values: ['values', 'is_checked'] },
  names: { zip_code: ['post_code', 'zip'], phone: ['phone_number', 'whatsapp_number'] },
  // What Meta's testing tool fills in.
  testValue: /^<test lead: dummy data\b/i,
  idempotencyKey: 'id',
  setUp: {
    group: 'Ads',
    documentedAt:
      'https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-leadgen',
    steps: [
      "Give the admin the app's secret, the id of your Page and an access token of the Page, for the funnel's connections.",
      'In the App Dashboard, open **Webhooks** and choose **Page**.',
      'Click **Subscribe to this object**, paste the address, and enter any verify token.',
      'In the row **leadgen**, click **Subscribe**.',
      "Install the app on the Page with the field `leadgen`, as Meta's instructions say.",
      'Send a lead with the **Lead Ads Testing Tool**.',
    ],
    screen: {
      title: 'Edit Page subscription',
      fields: { 'Callback URL': ADDRESS, 'Verify token': 'Any text' },
    },
    onError:
      "Meta resends what we don't confirm. We also read the forms every 15 minutes, so no lead is missed.",
  },
};
