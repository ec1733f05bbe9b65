import { PageHeading } from '@/components/page/page-heading';
import { LeadReport } from '@/features/dashboard/components/lead-report';

export function Component() {
  return (
    <>
      <PageHeading title="Why am I not getting leads?" />
      <LeadReport />
    </>
  );
}
