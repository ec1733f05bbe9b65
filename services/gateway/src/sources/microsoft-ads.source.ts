import { genericSource } from './any.source.js';
import type { Source } from './source.js';
import { zapierPostScreen } from './zapier.source.js';

export const microsoftAds: Source = {
  ...genericSource,
  id: 'microsoft-ads',
  name: 'Microsoft Ads',
  setUp: {
    group: 'Ads',
    documentedAt: null,
    steps: [
      'If your lead form has a setting for a webhook, paste the address there.',
      'Otherwise, let Zapier or Make watch for new leads of the form.',
      'Add a step that posts each lead to the address.',
    ],
    screen: zapierPostScreen,
  },
};
