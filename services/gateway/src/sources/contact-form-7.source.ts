import { genericSource } from './any.source.js';
import { ADDRESS, type Source } from './source.js';

/** With a plugin. */
export const contactForm7: Source = {
  ...genericSource,
  id: 'contact-form-7',
  name: 'Contact Form 7',
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: 'https://github.com/mariovalney/cf7-to-zapier',
    steps: [
      'Install the plugin **CF7 to Webhook**. Contact Form 7 alone posts to no address.',
      'Edit the form, open the tab **Webhook**, switch the integration on and paste the address.',
      'On the tab **Form**, give each field our name, such as `[text your-zip webhook:zip]`.',
      'Save, and fill in the form once yourself.',
    ],
    screen: { title: 'Webhook', fields: { 'Send to Webhook': '`on`', 'Webhook URL': ADDRESS } },
  },
};
