import { RerouteLead } from './reroute-lead';
import { WithdrawLead } from './withdraw-lead';

export { MatchingAgents } from './matching-agents';

/** What an admin can do with a lead that waits for a buyer. */
export const WaitingLeadActions = ({ leadId }: { leadId: string }) => (
  <>
    <WithdrawLead leadId={leadId} />
    <RerouteLead leadId={leadId} />
  </>
);
