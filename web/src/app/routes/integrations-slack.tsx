import { Page } from '@/components/page/page';
import { SlackReturn } from '@/features/integrations/components/slack/slack-return';

export const Component = () => (
  <Page>
    <SlackReturn />
  </Page>
);
