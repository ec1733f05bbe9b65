import { genericSource } from './any.source.js';
import { ADDRESS, type Screen, type Source } from './source.js';

export const zapierPostScreen: Screen = {
  title: 'Webhooks by Zapier: POST',
  fields: {
    URL: ADDRESS,
    'Payload Type': '`Json`',
    Data: '`first_name`, `email`, `zip` and so on, each with its value',
    'Wrap Request In Array': '`No`',
  },
};

export const zapier: Source = {
  ...genericSource,
  id: 'zapier',
  name: 'Zapier',
  setUp: {
    group: 'CRM and automation',
    documentedAt: 'https://help.zapier.com/hc/en-us/articles/8496326446989-Send-webhooks-in-Zaps',
    steps: [
      'In the Zap editor, click **+** and choose **Webhooks by Zapier**.',
      'Choose the event **POST**, and click **Continue**.',
      'Paste the address, and add a row of **Data** for each of our fields.',
      'Click **Test action**, then publish the Zap.',
    ],
    screen: zapierPostScreen,
  },
};
