import { Page } from '@/components/page/page';
import { LeadReport } from '@/features/dashboard/components/lead-report';

export const Component = () => (
  <Page>
    <LeadReport />
  </Page>
);
