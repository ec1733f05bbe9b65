import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import { useQuery } from '@tanstack/react-query';
import { PendingButton } from '@/components/ui/button';
import { routeQuery } from '@/lib/route-query';
import { useStartSlack } from '../../api/channels';

/** Leads to Slack's page, on which the agent allows our app and chooses a channel. */
export function SlackSetUp({ channel }: { channel: AgentChannel | undefined }) {
  const { data } = useQuery(routeQuery('getSlackSetUp'));
  const start = useStartSlack();
  // Our team connects the workspace, after a request.
  if (data?.isAvailable !== true) return null;
  return (
    <PendingButton
      variant={channel === undefined ? 'primary' : 'secondary'}
      className="w-full @md:w-auto"
      // The browser is about to leave the page.
      isPending={start.isPending || start.isSuccess}
      pendingLabel="Opening Slack..."
      onClick={() => start.mutate()}
    >
      {channel === undefined ? 'Add to Slack' : 'Change Slack channel'}
    </PendingButton>
  );
}
