import type { RefObject } from 'react';
import { RerouteLead } from './reroute-lead';
import { WithdrawLead } from './withdraw-lead';

export { MatchingAgents } from './matching-agents';

interface WaitingLeadActionsProps {
  leadId: string;
  /** Gets the focus afterwards, because the buttons go away. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** What an admin can do with a lead that waits for a buyer. */
export const WaitingLeadActions = (props: WaitingLeadActionsProps) => (
  <>
    <WithdrawLead {...props} />
    <RerouteLead {...props} />
  </>
);
