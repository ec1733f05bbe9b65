import { PageHeading } from '@/components/page/page-heading';
import { SlackReturn } from '@/features/integrations/components/slack/slack-return';

export const Component = () => (
  <>
    <PageHeading title="Connect Slack" />
    <SlackReturn />
  </>
);
