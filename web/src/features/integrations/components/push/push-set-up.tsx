import { MAX_PUSH_BROWSERS } from '@desk/contracts/notifications/push.values';
import { PendingButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useAllowPush } from '../../api/push';
import type { PushStatus } from '../../lib/push-status';

interface PushSetUpProps {
  status: PushStatus;
  applicationServerKey: string;
  /** No further browser may be added. */
  isFull: boolean;
}

/** Says whether this browser shows notifications, and offers to allow them. The browser asks only after a click. */
export function PushSetUp({ status, applicationServerKey, isFull }: PushSetUpProps) {
  const allow = useAllowPush();
  if (status === 'unavailable') return <p>Browser notifications are not available at the moment.</p>;
  if (status === 'unsupported')
    return (
      <p>
        This browser can't show notifications. On an iPhone or iPad, add this site to your home screen first,
        and open it from there.
      </p>
    );
  if (status === 'blocked')
    return (
      <Notice tone="money" title="Blocked in this browser">
        This browser is set to show no notifications of this site. Open its settings for this site, next to
        the address, allow notifications there, then reload this page.
      </Notice>
    );
  if (status === 'allowed') return <p className="font-semibold">Allowed on this browser.</p>;
  if (isFull)
    return (
      <p>Notifications are allowed on {MAX_PUSH_BROWSERS} browsers. Remove one to allow them on this one.</p>
    );
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted">Your browser will ask whether this site may show notifications.</p>
      <PendingButton
        className="w-full @md:w-auto"
        isPending={allow.isPending}
        pendingLabel="Waiting for your browser..."
        onClick={() => allow.mutate(applicationServerKey)}
      >
        Allow on this browser
      </PendingButton>
    </div>
  );
}
