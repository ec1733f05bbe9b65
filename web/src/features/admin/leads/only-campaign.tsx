import { parseCampaign } from '@desk/contracts/leads/campaign-names';
import type { OnlyParam } from '@/components/list/list-params';
import { Button } from '@/components/ui/button';
import { nameCampaign } from '../reports/counts';

/** Says that the list is limited to one campaign, with a button that removes this limit. */
export const OnlyCampaign: OnlyParam['Note'] = ({ id, onShowAll }) => {
  const { source, name } = parseCampaign(id);
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="wrap-anywhere">Campaign: {nameCampaign({ source, campaign: name })}</span>
      <Button variant="quiet" onClick={onShowAll}>
        Show all campaigns
      </Button>
    </p>
  );
};
