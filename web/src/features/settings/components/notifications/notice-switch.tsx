import { useId } from 'react';
import { Switch } from '@/components/ui/switch';

interface NoticeSwitchProps {
  label: string;
  description: string;
  isOn: boolean;
  /** While a choice is being saved. */
  isLocked: boolean;
  onChange: (isOn: boolean) => void;
}

/** A choice that is saved at once. */
export function NoticeSwitch({ label, description, isOn, isLocked, onChange }: NoticeSwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-semibold">
          {label}
        </label>
        <p id={`${id}-text`} className="text-sm text-muted">
          {description}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-text`} isOn={isOn} isLocked={isLocked} onChange={onChange} />
    </div>
  );
}
