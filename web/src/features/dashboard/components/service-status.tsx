import { useId } from 'react';
import { Switch } from '@/components/ui/switch';
import { useSetService } from '../api/set-service';

interface ServiceStatusProps {
  /** In force, as far as it is known. */
  serviceEnabled: boolean;
}

/** Shows what was asked for at once, and what is in force again if it was refused. */
export function ServiceStatus({ serviceEnabled }: ServiceStatusProps) {
  const id = useId();
  const { mutate, isPending, variables } = useSetService();
  const isOn = isPending ? variables : serviceEnabled;
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
        aria-describedby={`${id}-title`}
        onChange={(isWanted) => mutate(isWanted)}
      />
    </section>
  );
}
