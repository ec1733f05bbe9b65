import { PHONE_CODE_WAIT_SECONDS } from '@desk/contracts/notifications/sms.values';
import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { useNow } from '@/lib/use-now';
import { toWaitSeconds } from '../../lib/phone-code';

interface WaitButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** When the button can be used; it counts the seconds until then. */
  untilMs: number;
  isPending: boolean;
  pendingLabel: string;
  children: string;
}

const withSeconds = (label: string, seconds: number): string =>
  seconds === 0 ? label : `${label} in ${seconds} s`;

/** Reserves room for its longest label, so its width never changes. */
export function WaitButton({ untilMs, isPending, pendingLabel, children, ...rest }: WaitButtonProps) {
  const seconds = toWaitSeconds(untilMs, useNow(500));
  return (
    <Button isBusy={isPending || seconds > 0} {...rest}>
      <span data-reserve={withSeconds(children, PHONE_CODE_WAIT_SECONDS)} className="keep-width tabular">
        {isPending ? pendingLabel : withSeconds(children, seconds)}
      </span>
    </Button>
  );
}
