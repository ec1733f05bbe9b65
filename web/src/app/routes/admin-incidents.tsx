import { Page } from '@/components/page/page';
import { IncidentsSection } from '@/features/status/components/incidents-section';

export const Component = () => (
  <Page description="Everybody can read them on the status page, without the names of who wrote them.">
    <IncidentsSection />
  </Page>
);
