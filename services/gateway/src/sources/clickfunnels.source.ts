import { ADDRESS, type Source } from './source.js';

/** https://developers.myclickfunnels.com/docs/webhooks */
export const clickfunnels: Source = {
  id: 'clickfunnels',
  name: 'ClickFunnels 2.0',
  recognizedBy: [['event_id', 'event_type', 'subject_type']],
  wrappers: ['data'],
  envelope: [
    ...['event_type', 'subject_id', 'subject_type', 'api_version', 'workspace_id', 'created_at', 'page_id'],
    ...['funnel_id', 'data.id', 'data.uuid', 'data.public_id', 'data.created_at', 'data.updated_at'],
    ...['data.workspace_id', 'data.anonymous'],
  ],
  idempotencyKey: 'event_id',
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: 'https://developers.myclickfunnels.com/docs/webhooks',
    steps: [
      'Open **Workspace Settings > Webhooks** and click **Add New Endpoint**.',
      'Enter a name, paste the address and choose the event.',
      'Save, and fill in the form of the funnel once yourself.',
    ],
    screen: {
      title: 'Add New Endpoint',
      fields: { Name: 'any text', URL: ADDRESS, 'Event types': '`contact.identified`' },
    },
  },
};

/** Undocumented; known from use. `contact_profile` is the same person as known from all funnels. */
export const clickfunnelsClassic: Source = {
  id: 'clickfunnels-classic',
  name: 'ClickFunnels Classic',
  recognizedBy: [['funnel_id', 'funnel_step_id']],
  envelope: ['event', 'created_at', 'updated_at', 'contact_profile'],
  idempotencyKey: 'id',
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: null,
    steps: [
      'Open the **Settings** of the funnel, then **Manage Your Funnel Webhooks**.',
      'Click **New Webhook**, paste the address and choose the values.',
      'Save. ClickFunnels first asks whether the address takes posts, and we answer.',
    ],
    screen: {
      title: 'New Webhook',
      fields: { URL: ADDRESS, Event: '`contact_created`', Version: '`1.0`', Adapter: '`json`' },
    },
  },
};
