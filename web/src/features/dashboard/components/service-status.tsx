import { useId } from 'react';
import { Switch } from '@/components/ui/switch';
import { useToggleService } from '../api/dashboard.api';

interface ServiceStatusProps {
  serviceEnabled: boolean;
  /** Whether only our team can resume the service. */
  resumptionNeedsAdmin: boolean;
  /** Id of the element that explains the status. */
  explanationId: string;
}

/** Shows the new status at once, and the old one again if the change fails. */
export function ServiceStatus({ serviceEnabled, resumptionNeedsAdmin, explanationId }: ServiceStatusProps) {
  const id = useId();
  const { mutate, isPending, variables } = useToggleService();
  const isOn = isPending ? variables : serviceEnabled;
  const isLocked = resumptionNeedsAdmin && !serviceEnabled && !isPending;
  return (
    <section aria-labelledby={`${id}-title`} className="flex items-center justify-between gap-6">
      <div>
        <h2 id={`${id}-title`} className="text-sm text-muted">
          Service Status
        </h2>
        <label htmlFor={`${id}-switch`} className="block cursor-pointer text-lg font-semibold">
          {isOn ? 'Service Active' : 'Service Paused'}
        </label>
      </div>
      <Switch
        id={`${id}-switch`}
        isOn={isOn}
        aria-describedby={isLocked ? `${id}-title ${explanationId}` : `${id}-title`}
        isLocked={isLocked}
        onChange={(isEnabled) => mutate(isEnabled)}
      />
    </section>
  );
}
