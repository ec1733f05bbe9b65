import { useParams } from 'react-router';
import { FunnelPage } from '@/features/admin/components/funnels/funnel-page';

export function Component() {
  const { funnelId = '' } = useParams();
  return <FunnelPage key={funnelId} funnelId={funnelId} />;
}
