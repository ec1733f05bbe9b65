import { Page } from '@/components/page/page';
import { Deliveries } from '@/features/deliveries/components/deliveries';
import { useLiveFeed } from '@/features/live/api/live.api';

export function Component() {
  useLiveFeed();
  return (
    <Page
      back={{ to: '/integrations', label: 'Integrations' }}
      description="Everything we sent you, with each attempt. We keep trying for about a day."
    >
      <Deliveries />
    </Page>
  );
}
