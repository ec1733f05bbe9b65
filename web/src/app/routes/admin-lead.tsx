import { useParams } from 'react-router';
import { LeadPage } from '@/features/admin/components/lead-page';

export function Component() {
  const { leadId = '' } = useParams();
  return <LeadPage key={leadId} leadId={leadId} />;
}
