import { genericSource } from './any.source.js';
import type { Source } from './source.js';
import { zapierPostScreen } from './zapier.source.js';

export const redditSnapchat: Source = {
  ...genericSource,
  id: 'reddit-snapchat',
  name: 'Reddit and Snapchat lead ads',
  setUp: {
    group: 'Ads',
    documentedAt: 'https://zapier.com/apps/snapchat-lead-ads/integrations',
    steps: [
      'Both hand their leads on through Zapier. Make a Zap with the trigger **New Lead** of your ads.',
      'Choose your ad account and your form.',
      'Add the action **Webhooks by Zapier** with the event **POST**, and enter the values.',
      'Click **Test action**, then publish the Zap.',
    ],
    screen: zapierPostScreen,
  },
};
